package logs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
)

// printed starts servers that print and waits until they have ended.
func printed(t *testing.T, servers string, names ...string) *world {
	t.Helper()
	w := newWorld(t)
	w.Project("shop", servers)
	for _, name := range names {
		w.run(name)
	}
	return w
}

// run starts a server of the project shop and waits until it has ended.
func (w *world) run(name string) {
	w.T.Helper()
	ref := app.Ref{Project: "shop", Name: name}
	_, _ = w.Start(ref)
	w.Until(ref, "ended", app.Status.EndedByItself)
}

func merged(t *testing.T, l *Logs, q Query) app.MergedPage {
	t.Helper()
	page, err := l.ReadMerged(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func keys(lines []app.MergedLine) (out []string) {
	for _, l := range lines {
		out = append(out, fmt.Sprintf("%s %d %s", l.Server, l.Seq, l.Text))
	}
	return out
}

const twoTasks = "tasks:\n  a: {command: FC lines 700}\n  b: {command: FC slowlines 300 1ms}\n"

func TestMergedPagesJoinInBothDirections(t *testing.T) {
	t.Parallel()
	w := printed(t, twoTasks, "a", "b", "a")
	whole := merged(t, w.logs, Query{Limit: 10_000})
	if len(whole.Lines) != 1700 || whole.More {
		t.Fatalf("%d lines, more %v", len(whole.Lines), whole.More)
	}
	if !slices.IsSortedFunc(whole.Lines, func(a, b app.MergedLine) int { return a.Time.Compare(b.Time) }) {
		t.Error("the lines are not in the order of their times")
	}
	var back []app.MergedLine
	for q := (Query{Limit: 97}); ; {
		page := merged(t, w.logs, q)
		back = append(slices.Clone(page.Lines), back...)
		if q.At = page.Before; !page.More {
			break
		}
	}
	var forth []app.MergedLine
	for q := (Query{Limit: 97, Direction: Forward}); ; {
		page := merged(t, w.logs, q)
		forth = append(forth, page.Lines...)
		if q.At = page.After; !page.More {
			break
		}
	}
	if !slices.Equal(keys(back), keys(whole.Lines)) {
		t.Error("pages read backwards are not the whole")
	}
	if !slices.Equal(keys(forth), keys(whole.Lines)) {
		t.Error("pages read forwards are not the whole")
	}
}

func TestMergedFilters(t *testing.T) {
	t.Parallel()
	w := printed(t, "tasks:\n  a: {command: FC lines 20}\n  b: {command: FC crash 1 ERROR it broke}\n", "a", "b")
	if got := keys(merged(t, w.logs, Query{Servers: []string{"shop/b"}}).Lines); len(got) != 1 {
		t.Errorf("of b there is %q", got)
	}
	if got := keys(merged(t, w.logs, Query{Levels: []string{"warn", "error"}}).Lines); !slices.Equal(got,
		[]string{"shop/b 1 ERROR it broke"}) {
		t.Errorf("errors: %q", got)
	}
	if got := merged(t, w.logs, Query{Grep: `line 1\d$`, Regex: true}).Lines; len(got) != 10 {
		t.Errorf("%d lines match", len(got))
	}
	if got := keys(merged(t, w.logs, Query{Grep: "LINE 1", IgnoreCase: true, Limit: 4}).Lines); !slices.Equal(got,
		[]string{"shop/a 16 line 16", "shop/a 17 line 17", "shop/a 18 line 18", "shop/a 19 line 19"}) {
		t.Errorf("the newest that match are %q", got)
	}
	if got := merged(t, w.logs, Query{Projects: []string{"other"}}).Lines; len(got) != 0 {
		t.Errorf("another project has %q", keys(got))
	}
	all := merged(t, w.logs, Query{}).Lines
	last := all[len(all)-1].Time
	if got := merged(t, w.logs, Query{Until: last}).Lines; slices.ContainsFunc(got,
		func(l app.MergedLine) bool { return !l.Time.Before(last) }) {
		t.Errorf("lines past the bound: %q", keys(got))
	}
	if got := merged(t, w.logs, Query{Since: last}).Lines; len(got) == 0 ||
		slices.ContainsFunc(got, func(l app.MergedLine) bool { return l.Time.Before(last) }) {
		t.Errorf("lines since the last: %q", keys(got))
	}
	var bad *app.Error
	if _, err := w.logs.ReadMerged(context.Background(), Query{Grep: "(", Regex: true}); !errors.As(err, &bad) ||
		bad.Code != app.CodeInvalid {
		t.Errorf("a bad expression: %v", err)
	}
}

func TestAround(t *testing.T) {
	t.Parallel()
	w := printed(t, twoTasks, "a", "b", "a")
	st, err := w.Sup.Status(app.Ref{Project: "shop", Name: "b"})
	if err != nil {
		t.Fatal(err)
	}
	owner, err := w.logs.Owner([]string{"shop"}, st.Run)
	if err != nil || owner != (app.Ref{Project: "shop", Name: "b"}) {
		t.Fatalf("the run is of %v, %v", owner, err)
	}
	at, err := w.logs.Around(Query{}, owner, st.Run, 150)
	if err != nil {
		t.Fatal(err)
	}
	after := merged(t, w.logs, Query{At: at, Direction: Forward, Limit: 200}).Lines
	if after[0].Server != "shop/b" || after[0].Seq != 150 || after[len(after)-1].Server != "shop/a" {
		t.Errorf("it continues with %q", keys(after)[:3])
	}
	before := merged(t, w.logs, Query{At: at, Limit: 200}).Lines
	if l := before[len(before)-1]; l.Server != "shop/b" || l.Seq != 149 || before[0].Server != "shop/a" {
		t.Errorf("before it there is %q", keys(before)[197:])
	}
}

func TestFollowMergedAcrossRestarts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Project("shop", "servers:\n  a: {command: FC slowlines 2500 1ms}\n  b: {command: FC slowlines 2500 1ms}\n")
	a, b := app.Ref{Project: "shop", Name: "a"}, app.Ref{Project: "shop", Name: "b"}
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	seen := map[string]map[string]int64{}
	follow := func(at app.MergeCursor, enough int) (app.MergeCursor, error) {
		n, stop := 0, errors.New("enough")
		err := w.logs.FollowMerged(ctx, Query{At: at}, func(p app.MergedPage) error {
			for _, l := range p.Lines {
				if l.Partial {
					continue
				}
				if seen[l.Server] == nil {
					seen[l.Server] = map[string]int64{}
				}
				if was := seen[l.Server][l.Run]; l.Gap != nil || l.Seq != was+1 {
					t.Fatalf("%s %s: after %d comes %d (gap %v)", l.Server, l.Run, was, l.Seq, l.Gap)
				}
				seen[l.Server][l.Run] = l.Seq
				n++
			}
			if at = p.After; n >= enough {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) {
			return at, err
		}
		return at, nil
	}
	start := w.logs.Now(Query{})
	w.MustStart(a)
	w.MustStart(b)
	at, err := follow(start, 500)
	if err != nil {
		t.Fatal(err)
	}
	w.Until(a, "ended", app.Status.EndedByItself)
	w.Until(b, "ended", app.Status.EndedByItself)
	w.MustStart(a)
	parsed, err := app.ParseMergeCursor(at.String())
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, runs := range seen {
		for _, n := range runs {
			total += int(n)
		}
	}
	if _, err = follow(parsed, 7500-total); err != nil {
		t.Fatal(err)
	}
	if len(seen["shop/a"]) != 2 || len(seen["shop/b"]) != 1 {
		t.Errorf("seen %v", seen)
	}
}

func TestSlowFollowerSeesWhatItSkipped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Project("shop", "servers:\n  flood: {command: FC flood 50000000}\n")
	_, _ = w.Start(app.Ref{Project: "shop", Name: "flood"})
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	skips, next, stop := 0, int64(0), errors.New("enough")
	err := w.logs.FollowMerged(ctx, Query{At: app.MergeCursor{{Project: "shop", Name: "flood"}: {}}},
		func(p app.MergedPage) error {
			for _, l := range p.Lines {
				if l.Partial {
					continue
				}
				if next != 0 && l.Seq != next {
					t.Fatalf("after %d comes %d without a mark", next-1, l.Seq)
				}
				if next = l.Seq + 1; l.Gap != nil {
					next = l.Gap.To + 1
				}
				if l.Skipped {
					skips++
				}
			}
			if len(p.Lines) > mergedBatch+1 {
				t.Errorf("%d lines at once", len(p.Lines))
			}
			if skips >= 1 && next == 500_001 {
				return stop
			}
			return nil
		})
	if !errors.Is(err, stop) {
		t.Fatalf("%v, skipped %d times", err, skips)
	}
}

func TestUnfinishedLineComesAgainWhenItEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Project("shop", "servers:\n  chat: {command: FC bytes 6e616d653f20, restart: no}\n")
	_, _ = w.Start(app.Ref{Project: "shop", Name: "chat"})
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	stop := errors.New("enough")
	err := w.logs.FollowMerged(ctx, Query{At: app.MergeCursor{{Project: "shop", Name: "chat"}: {}}},
		func(p app.MergedPage) error {
			for _, l := range p.Lines {
				if l.Text == "name? " && !l.Partial {
					return stop
				}
			}
			return nil
		})
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
}

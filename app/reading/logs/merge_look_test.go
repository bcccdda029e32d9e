package logs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"devservers/app"
	"devservers/app/transcript"
	"devservers/tests/apptest"
)

// viewersWhileFollowed are those of a server that prints, at the moment that a follower gets its lines.
func viewersWhileFollowed(t *testing.T, w *world, ref app.Ref, q Query) (viewers int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	stop := errors.New("enough")
	q.At = app.MergeCursor{ref: {}}
	err := w.logs.FollowMerged(ctx, q, func(app.MergedPage) error {
		viewers, _ = w.Sup.Activity.Of(ref)
		return stop
	})
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	return viewers
}

func TestFollowingEverythingIsNoUseOfAServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC say hello}\n"), Name: "web"}
	w.MustStart(ref)
	for _, c := range []struct {
		q    Query
		want int
	}{{Query{}, 0}, {Query{Projects: []string{"shop"}}, 1}, {Query{Servers: []string{"shop/web"}}, 1}} {
		if got := viewersWhileFollowed(t, w, ref, c.q); got != c.want {
			t.Errorf("%+v: %d viewers, want %d", c.q, got, c.want)
		}
	}
	_, before := w.Sup.Activity.Of(ref)
	merged(t, w.logs, Query{})
	if _, err := w.logs.Search(t.Context(), Query{Grep: "hello"}); err != nil {
		t.Fatal(err)
	}
	if _, last := w.Sup.Activity.Of(ref); last != before {
		t.Error("a page or a search of everything was a use of the server")
	}
}

// loseLines writes the transcript of a run again, with lines that were lost in its middle to a disk that took no more,
// and returns how many.
func loseLines(t *testing.T, dir string) int64 {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	old, err := filepath.Glob(dir + "/00*")
	must(err)
	for _, file := range append(old, dir+"/live") {
		must(os.Remove(file))
	}
	tw, err := transcript.Create(dir, transcript.Options{Segment: 1024, Cap: 1 << 20})
	must(err)
	write := func(from, to int) {
		for i := from; i <= to; i++ {
			tw.Commit(copy(tw.Buffer(), fmt.Sprintf("line %d\n", i)))
		}
	}
	block := dir + "/000001.log"
	must(os.Mkdir(block, 0o700))
	write(1, 300)
	must(os.Remove(block))
	write(301, 320)
	_, err = tw.Close()
	must(err)
	r, err := transcript.Open(dir)
	must(err)
	defer r.Close()
	if lost := r.Bounds().DroppedLines; lost > 0 {
		return lost
	}
	t.Fatal("nothing was lost")
	return 0
}

func TestFilteredPagesShowLostLines(t *testing.T) {
	t.Parallel()
	w := printed(t, "tasks:\n  a: {command: FC lines 3}\n", "a")
	ref := app.Ref{Project: "shop", Name: "a"}
	st, err := w.Sup.Status(ref)
	if err != nil {
		t.Fatal(err)
	}
	lost := loseLines(t, filepath.Join(w.Dirs.RunsDir(), ref.Project, ref.Name, st.Run))
	for _, q := range []Query{{}, {Grep: "line"}, {Grep: `^line 3?[01]0$`, Regex: true},
		{Grep: "line", Direction: Forward}} {
		gaps := []app.Gap{}
		for _, l := range merged(t, w.logs, q).Lines {
			if l.Gap != nil {
				gaps = append(gaps, *l.Gap)
			}
		}
		if len(gaps) != 1 || gaps[0].To-gaps[0].From+1 < lost {
			t.Errorf("%q, forward %v: gaps %v, want one of %d lines", q.Grep, q.Direction, gaps, lost)
		}
	}
}

package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"devservers/app/transcript"
)

// viewersWhileFollowed are those of a server that prints, at the moment that a follower gets its lines.
func viewersWhileFollowed(t *testing.T, w *world, ref Ref, q MergeQuery) (viewers int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	stop := errors.New("enough")
	q.At = MergeCursor{ref: {}}
	err := w.sup.FollowMerged(ctx, q, func(MergedPage) error {
		w.sup.mu.Lock()
		defer w.sup.mu.Unlock()
		viewers = w.sup.lookup(ref).active.viewers
		return stop
	})
	if !errors.Is(err, stop) {
		t.Fatal(err)
	}
	return viewers
}

func TestWhoFollowsAllProjectsKeepsNoServerFromBeingIdle(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("shop", "servers:\n  web: {command: FC say hello}\n"), "web"}
	w.mustStart(ref)
	for _, c := range []struct {
		q    MergeQuery
		want int
	}{{MergeQuery{}, 0}, {MergeQuery{Projects: []string{"shop"}}, 1}, {MergeQuery{Servers: []string{"shop/web"}}, 1}} {
		if got := viewersWhileFollowed(t, w, ref, c.q); got != c.want {
			t.Errorf("%+v: %d viewers, want %d", c.q, got, c.want)
		}
	}
	w.sup.mu.Lock()
	before := w.sup.lookup(ref).active.last
	w.sup.mu.Unlock()
	merged(t, w.sup, MergeQuery{})
	if _, err := w.sup.Search(t.Context(), SearchQuery{Text: "hello"}); err != nil {
		t.Fatal(err)
	}
	w.sup.mu.Lock()
	defer w.sup.mu.Unlock()
	if last := w.sup.lookup(ref).active.last; last != before {
		t.Error("a page or a search of everything was a use of the server")
	}
}

// loseLines writes the transcript of a run anew, with lines that were lost in its midst to a disk that took no more,
// and gives how many.
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

func TestFilteredPagesShowWhatWasLostInTheMidstOfARun(t *testing.T) {
	w := printed(t, "tasks:\n  a: {command: FC lines 3}\n", "a")
	ref := Ref{"shop", "a"}
	st, err := w.sup.Status(ref)
	if err != nil {
		t.Fatal(err)
	}
	lost := loseLines(t, filepath.Join(w.sup.runsDir(ref), st.Run))
	for _, q := range []MergeQuery{{}, {Grep: "line"}, {Grep: `^line 3?[01]0$`, Regex: true}, {Grep: "line", Forward: true}} {
		gaps := []Gap{}
		for _, l := range merged(t, w.sup, q).Lines {
			if l.Gap != nil {
				gaps = append(gaps, *l.Gap)
			}
		}
		if len(gaps) != 1 || gaps[0].To-gaps[0].From+1 < lost {
			t.Errorf("%q, forward %v: gaps %v, want one of %d lines", q.Grep, q.Forward, gaps, lost)
		}
	}
}

package logs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
)

// TestManyFollowersGetEveryLineOnce: some are given what others have read, and one is slower than all of them.
func TestManyFollowersGetEveryLineOnce(t *testing.T) {
	t.Parallel()
	const followers, lines, runs = 8, 5000, 2
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", fmt.Sprintf("tasks:\n  print: {command: FC lines %d}\n", lines)), Name: "print"}
	w.run("print")
	first := w.Sup.LatestRun(ref)
	w.run("print")
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	var quick, slow sync.WaitGroup
	others := make(chan struct{}) // closed when all but the slow one have read all
	follow := func(i int) {
		seen, stop := 0, errors.New("enough")
		err := w.logs.Follow(ctx, Query{Ref: ref, Run: first, Direction: Forward}, func(p app.LogPage) error {
			for _, l := range p.Lines {
				if want := int64(seen%lines) + 1; l.Seq != want || l.Text != fmt.Sprintf("line %d", want) {
					return fmt.Errorf("line %d %q of %s after %d lines", l.Seq, l.Text, l.Run, seen)
				}
				seen++
			}
			if i == 0 {
				<-others
			}
			if seen == lines*runs {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) {
			t.Errorf("follower %d: %v after %d lines", i, err, seen)
		}
	}
	slow.Go(func() { follow(0) })
	for i := 1; i < followers; i++ {
		quick.Go(func() { follow(i) })
	}
	quick.Wait()
	close(others)
	slow.Wait()
	if n := len(w.logs.together.pages) + len(w.logs.together.turns); n > 0 {
		t.Errorf("%d pages and turns are kept without followers", n)
	}
}

// TestFollowersAreGivenWhatOneHasRead: a page is read and rendered once.
func TestFollowersAreGivenWhatOneHasRead(t *testing.T) {
	t.Parallel()
	var s together
	page := func(from, n int) app.LogPage {
		p := app.LogPage{Run: "r", Cursor: app.Cursor("r", int64(from+n))}
		for i := range n {
			p.Lines = append(p.Lines, app.LogLine{Seq: int64(from + i + 1)})
		}
		return p
	}
	at := func(seq int) spot { return spot{at: app.Position{Run: "r", Seq: int64(seq)}} }
	leave := s.join()
	if s.keep(at(0), page(0, 2)); len(s.pages) > 0 {
		t.Error("the only follower keeps pages")
	}
	defer s.join()()
	kept := s.keep(at(0), page(0, 2))
	found, ok := s.find(at(0))
	if !ok || len(found.Lines) != 2 || found.Rendered == nil || found.Rendered != kept.Rendered {
		t.Errorf("%+v, %v", found, ok)
	}
	for range 2 {
		if got := found.Rendered.As("json", func() []byte { ok = !ok; return []byte("x") }); string(got) != "x" || ok {
			t.Errorf("%q is rendered again", got)
		}
	}
	if _, ok := s.find(spot{at: at(0).at, sgr: true}); ok {
		t.Error("a page without colors is given to one who wants them")
	}
	for i := range 10 {
		s.keep(at(2+i*sharedLines/5), page(2+i*sharedLines/5, sharedLines/5))
	}
	if _, ok := s.find(at(0)); ok || s.lines > sharedLines || len(s.order) != len(s.pages) {
		t.Errorf("%d lines are kept in %d pages, the oldest too: %v", s.lines, len(s.pages), ok)
	}
	leave()
	if len(s.pages) > 0 {
		t.Error("pages are kept for nobody")
	}
}

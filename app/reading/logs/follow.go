package logs

import (
	"context"
	"reflect"
	"slices"
	"time"

	"devservers/app"
)

// rhythm is how a follower reads. The zero value passes on every line immediately.
type rhythm struct {
	pause time.Duration // between two pages: what comes meanwhile is one
	full  time.Duration // after a page that was full: nobody reads that fast, and a browser has to draw it
	flood time.Duration // after a page for which lines were skipped
	lag   int64         // when more lines of one server wait, they are skipped; 0 = never
	keep  int64         // but for the newest
}

// followLook is the most time for one page, when a filter leaves out nearly everything.
const followLook = 250 * time.Millisecond

// follower reads a merge forward as it grows, until ctx ends.
type follower struct {
	*merge
	rhythm
	step func(context.Context) (given, error) // reads and gives the next page
	join func()                               // adds servers that are new
	idle func() (done bool, err error)        // called when there is nothing more for now
}

func (f *follower) run(ctx context.Context) error {
	for ctx.Err() == nil {
		wakers, logs := f.wakers() // before the reading, so that nothing is missed
		more, err := f.look(ctx)
		if err != nil {
			return err
		}
		if more || f.logsOpened() != logs {
			continue // more may have come meanwhile; a log that was opened just now has a waker that is not known yet
		}
		if done, err := f.idle(); done || err != nil {
			return err
		}
		f.wait(ctx, wakers)
		if _, err := f.look(ctx); err != nil { // immediately: the next wakers are created after present lines were passed on
			return err
		}
	}
	return ctx.Err()
}

// look reads and gives one page, and reports whether there was something.
func (f *follower) look(ctx context.Context) (more bool, err error) {
	f.join()
	f.skip()
	page, err := f.step(ctx)
	if err == nil && page.lines > 0 {
		app.Pause(ctx, f.after(page))
	}
	return page.more || page.lines > 0, err
}

// skip leaves lines out where too many wait.
func (f *follower) skip() {
	for _, src := range f.sources {
		src.skip(f.lag, f.keep)
	}
}

// given is what a follower must know of a page that it has given: its client may take long, and many such pages are
// much memory.
type given struct {
	lines         int
	more, skipped bool
}

func ofPage(p app.MergedPage) given {
	return given{lines: len(p.Lines), more: p.More,
		skipped: slices.ContainsFunc(p.Lines, func(l app.MergedLine) bool { return l.Skipped })}
}

// after is how long to rest after a page.
func (f *follower) after(g given) time.Duration {
	switch {
	case g.skipped:
		return f.flood
	case g.more:
		return f.full
	}
	return f.pause
}

// wakers are closed when a source has more, or when any status changes. They belong to the open logs.
func (f *follower) wakers() (list []<-chan struct{}, logs int) {
	list = append(make([]<-chan struct{}, 0, 3), f.logs.sup.Changed())
	for _, src := range f.sources {
		if src.log != nil {
			list = append(list, src.log.Changed())
		}
	}
	return list, f.logsOpened()
}

// logsOpened counts the logs that were opened so far.
func (f *follower) logsOpened() (n int) {
	for _, src := range f.sources {
		n += src.opened
	}
	return n
}

// wait waits for the first of the wakers, or until an unfinished line has been quiet for long enough.
func (f *follower) wait(ctx context.Context, wakers []<-chan struct{}) {
	quiet := f.quietIn()
	if len(wakers) <= 2 && quiet < 0 { // of one server, which is the usual case: without memory
		wakers = append(wakers, nil)
		select {
		case <-ctx.Done():
		case <-wakers[0]:
		case <-wakers[1]:
		}
		return
	}
	cases := []reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(ctx.Done())}}
	for _, c := range wakers {
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c)})
	}
	if quiet >= 0 {
		t := time.NewTimer(quiet)
		defer t.Stop()
		cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(t.C)})
	}
	reflect.Select(cases)
}

// quietIn is when the first unfinished line will have been quiet for long enough; negative: there is none.
func (f *follower) quietIn() time.Duration {
	first := time.Duration(-1)
	for _, src := range f.sources {
		if d := src.quietIn(); d >= 0 && (first < 0 || d < first) {
			first = d
		}
	}
	return first
}

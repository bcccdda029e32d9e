package logs

import (
	"slices"
	"sync"
	"time"

	"devservers/app"
)

// together is what the followers of single servers share. Those of one server mostly stand at the same place: what one
// has read there, the others are given, too, and it is rendered once.
type together struct {
	mu    sync.Mutex
	n     int
	pages map[spot]*app.LogPage
	order []spot // of pages, oldest first
	lines int    // in pages
	turns map[app.Ref]*sync.Mutex
}

// spot is where a follower stands: all that stand there, read the same.
type spot struct {
	ref app.Ref
	at  app.Position
	sgr bool
}

const (
	sharedLines = 8000                   // those read last are kept for others
	restEach    = 100 * time.Microsecond // after a page, times the number of other followers: else they give line by line
	longestRest = 50 * time.Millisecond
)

func (t *together) join() (leave func()) {
	t.add(1)
	return func() { t.add(-1) }
}

func (t *together) add(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n += n
	if t.n <= 1 { // nobody to share with
		t.pages, t.order, t.lines = nil, nil, 0
	}
	if t.n == 0 {
		t.turns = nil
	}
}

// turn is held by the follower of a server that reads.
func (t *together) turn(ref app.Ref) *sync.Mutex {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.turns == nil {
		t.turns = map[app.Ref]*sync.Mutex{}
	}
	if t.turns[ref] == nil {
		t.turns[ref] = &sync.Mutex{}
	}
	return t.turns[ref]
}

// rest is how long a follower rests after a page.
func (t *together) rest() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return min(time.Duration(t.n-1)*restEach, longestRest)
}

// share is how many lines a follower reads at once: each holds as many while its client is slow.
func (t *together) share() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return max(firstStep, min(mostStep, 8*mostStep/max(t.n, 1)))
}

// find returns the page that begins at a spot.
func (t *together) find(s spot) (app.LogPage, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p := t.pages[s]; p != nil {
		return *p, true
	}
	return app.LogPage{}, false
}

// keep keeps a page for others, and returns it as they get it.
func (t *together) keep(s spot, p app.LogPage) app.LogPage {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n < 2 {
		return p
	}
	if known := t.pages[s]; known != nil && known.Cursor == p.Cursor {
		return *known
	}
	if t.pages == nil {
		t.pages = map[spot]*app.LogPage{}
	}
	p.Lines, p.Rendered = slices.Clip(p.Lines), &app.Rendered{}
	t.drop(s)
	t.pages[s], t.order, t.lines = &p, append(t.order, s), t.lines+len(p.Lines)
	for t.lines > sharedLines && len(t.order) > 1 {
		t.drop(t.order[0])
	}
	return p
}

func (t *together) drop(s spot) {
	p := t.pages[s]
	if p == nil {
		return
	}
	delete(t.pages, s)
	t.lines -= len(p.Lines)
	t.order = slices.DeleteFunc(t.order, func(o spot) bool { return o == s })
}

package streams

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"devservers/app"
	"devservers/app/reading/logs"
	"devservers/app/web/wire"
	"devservers/tests/apptest"
	"devservers/views"
)

func TestMain(m *testing.M) { apptest.Main(m) }

// world is a manager whose pages of logs can be read.
type world struct {
	*apptest.World
	pages Pages
}

func newWorld(t *testing.T, servers string) world {
	t.Helper()
	w := apptest.New(t)
	w.Project("shop", servers)
	return world{w, NewPages(w.Sup, logs.New(w.Sup), nil, func() views.PlaceFinder { return nil },
		Far{Views: func() []app.HostView { return nil }})}
}

func (w world) now() string {
	return w.pages.reader.Now(logs.Query{Projects: []string{"shop"}}).String()
}

// page is an open page of logs: it checks that each line comes once and in order, from cursor on.
type page struct {
	world
	query  string // the filter
	cursor string
	last   map[string]int64 // the last line of each run
	got    func(m wire.Message)
}

func (w world) page(cursor string) *page {
	p := &page{world: w, query: "fold=0", cursor: cursor, last: map[string]int64{}, got: func(wire.Message) {}}
	if at, err := app.ParseMergeCursor(cursor); err == nil {
		for _, place := range at {
			p.last[place.Run] = place.Seq
		}
	}
	return p
}

var drawn = regexp.MustCompile(`class="(l[^"]*|gap)"(?:.*?at=(\w+)%3A(\d+))?`)

// follow reads the page's stream until enough returns true.
func (p *page) follow(ctx context.Context, enough func() bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	feed := p.pages.Feed(url.Values{"project": {"shop"}, "logs": {p.query}, "logs-after": {p.cursor}})
	feed(ctx, "", func(m wire.Message) {
		if ctx.Err() != nil {
			return // nobody reads it any more
		}
		p.read(m)
		if p.got(m); enough() {
			cancel()
		}
	})
}

func (p *page) read(m wire.Message) {
	for _, l := range drawn.FindAllStringSubmatch(string(m.Encoded), -1) {
		seq, _ := strconv.ParseInt(l[3], 10, 64)
		switch was := p.last[l[2]]; {
		case l[1] == "gap":
			p.T.Error("lines were left out")
		case strings.Contains(l[1], "open"):
		case seq != was+1:
			p.T.Errorf("after line %d of %s comes %d", was, l[2], seq)
		default:
			p.last[l[2]] = seq
		}
	}
	p.cursor = m.Cursor
}

// whole reports whether the page has the last line of so many runs.
func (p *page) whole(runs int, last int64) bool {
	n := 0
	for _, seq := range p.last {
		if seq == last {
			n++
		}
	}
	return n == runs
}

func TestPagesThatComeAndGoGetEveryLineOnce(t *testing.T) {
	t.Parallel()
	const all = 2500
	w := newWorld(t, fmt.Sprintf("servers:\n  a: {command: FC slowlines %d 1ms}\n  b: {command: FC slowlines %[1]d 1ms}\n",
		all))
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Patience)
	defer cancel()
	begin := w.now()
	w.MustStart(app.Ref{Project: "shop", Name: "a"})
	w.MustStart(app.Ref{Project: "shop", Name: "b"})
	var others, slow sync.WaitGroup
	for i := range 12 {
		others.Go(func() {
			cursor := begin
			if i%3 == 0 {
				cursor = w.now()
			}
			for p := w.page(cursor); ctx.Err() == nil && !p.whole(2, all); {
				left := 1 + rand.IntN(30) // until this page goes, and comes again
				p.follow(ctx, func() bool { left--; return left == 0 || p.whole(2, all) })
			}
		})
	}
	done := make(chan struct{})
	slow.Go(func() { // it takes one message, and the next when all others have everything
		p := w.page(begin)
		p.got = func(wire.Message) { <-done }
		p.follow(ctx, func() bool { return p.whole(2, all) })
	})
	others.Wait()
	close(done)
	slow.Wait()
	if ctx.Err() != nil {
		t.Error("some page did not get all lines")
	}
}

func TestEqualPagesGetTheSameBytes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "servers:\n  a: {command: FC slowlines 100000 1ms}\n")
	w.MustStart(app.Ref{Project: "shop", Name: "a"})
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Patience)
	defer cancel()
	var mu sync.Mutex
	seen := map[*byte]bool{} // what some page got
	common := false
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			p, mine := w.page(w.now()), map[*byte]bool{}
			p.got = func(m wire.Message) {
				mu.Lock()
				defer mu.Unlock()
				first := &m.Encoded[0]
				common = common || seen[first] && !mine[first]
				seen[first], mine[first] = true, true
			}
			p.follow(ctx, func() bool { mu.Lock(); defer mu.Unlock(); return common })
		})
	}
	all.Wait()
	if !common {
		t.Error("each page got its own")
	}
	if n := len(w.pages.shared.all); n > 0 {
		t.Errorf("%d readings go on without pages", n)
	}
}

func TestPageThatComesLaterShowsTheUnfinishedLine(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "servers:\n  a: {command: FC ask name}\n")
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Patience)
	defer cancel()
	begin := w.now()
	w.MustStart(app.Ref{Project: "shop", Name: "a"})
	asked := func(then func()) {
		p, seen := w.page(begin), false
		p.got = func(m wire.Message) {
			if seen = seen || strings.Contains(string(m.Encoded), "name"); seen {
				then()
			}
		}
		p.follow(ctx, func() bool { return seen })
		if !seen {
			t.Error("the question is not shown")
		}
	}
	asked(func() { begin = w.now(); asked(func() {}) })
}

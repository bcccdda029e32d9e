package evidence

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"devservers/app"
)

// browserIdle is how long a browser without a page stays.
const browserIdle = time.Minute

// atOnce is how many pages are open at most.
const atOnce = 3

// Browser opens pages. The process behind it is started for the first page, ends after a minute without one, and is
// started again when that is needed. All methods may be called at once.
type Browser struct {
	state string
	idle  time.Duration
	slots chan struct{}
	life  context.Context // until Close
	end   func()

	mu      sync.Mutex // held while the process starts and ends
	running *program
	pages   int // that are open, or about to be
	timer   *time.Timer

	turnsMu sync.Mutex
	turns   map[app.Ref]chan struct{} // a server's page is open while its channel is full
}

// NewBrowser returns a Browser that keeps its profile and pictures below the state directory. It starts nothing.
func NewBrowser(state string) *Browser {
	life, end := context.WithCancel(context.Background())
	return &Browser{life: life, end: end, state: state, idle: browserIdle, slots: make(chan struct{}, atOnce),
		turns: map[app.Ref]chan struct{}{}}
}

// Open opens the page at path of the server that listens at base, such as http://localhost:3000, and waits until it is
// quiet. No second page of the same server is open meanwhile. It always returns what is known: Unknown says why that is
// not all.
func (b *Browser) Open(ctx context.Context, ref app.Ref, base, path string) app.PageLoad {
	load := app.PageLoad{Path: path, At: time.Now()}
	address, err := pageAddress(base, path)
	if err != nil {
		load.Unknown = err.Error()
		return load
	}
	leave, err := b.enter(ctx, ref)
	if err != nil {
		load.Unknown = "other pages were open all the time"
		return load
	}
	defer leave()
	load.At = time.Now()
	p, err := b.take(ctx)
	if err != nil {
		load.Unknown = err.Error()
		return load
	}
	defer b.release()
	picture := newVisit(p, address).load(ctx, &load)
	load.Took = time.Since(load.At)
	if len(picture) > 0 {
		load.Picture = b.keepPicture(ref, load.At, picture)
	}
	return load
}

// Pictures is the directory of the pictures.
func (b *Browser) Pictures() string { return filepath.Join(b.state, "pictures") }

// Close ends the browser, and lets no page be opened any more.
func (b *Browser) Close() {
	b.end()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stop()
}

// enter waits until no page of the server is open, and not too many of others.
func (b *Browser) enter(ctx context.Context, ref app.Ref) (leave func(), err error) {
	turn := b.turn(ref)
	select {
	case turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case b.slots <- struct{}{}:
	case <-ctx.Done():
		<-turn
		return nil, ctx.Err()
	}
	return func() { <-b.slots; <-turn }, nil
}

func (b *Browser) turn(ref app.Ref) chan struct{} {
	b.turnsMu.Lock()
	defer b.turnsMu.Unlock()
	if b.turns[ref] == nil {
		b.turns[ref] = make(chan struct{}, 1)
	}
	return b.turns[ref]
}

// take returns the running browser, or starts one.
func (b *Browser) take(ctx context.Context) (*program, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.life.Err() != nil {
		return nil, errEnded
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.life, cancel)()
	if b.running != nil {
		select {
		case <-b.running.ended:
			b.stop()
		default:
		}
	}
	if b.running == nil {
		path, err := FindBrowser()
		if err != nil {
			return nil, err
		}
		if b.running, err = launch(ctx, path, filepath.Join(b.state, "browser")); err != nil {
			b.running = nil
			return nil, err
		}
	}
	b.pages++
	return b.running, nil
}

// release notes that a page is closed. The browser ends a while after the last one, at once if it answers no more.
func (b *Browser) release() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pages--; b.pages > 0 || b.running == nil {
		return
	}
	if b.timer != nil {
		b.timer.Stop()
	}
	b.timer = time.AfterFunc(b.idle, b.rest)
}

// rest ends a browser without a page.
func (b *Browser) rest() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pages == 0 {
		b.stop()
	}
}

// stop ends the browser; mu is held.
func (b *Browser) stop() {
	if b.timer != nil {
		b.timer.Stop()
	}
	if b.running != nil {
		b.running.end()
		b.running = nil
	}
}

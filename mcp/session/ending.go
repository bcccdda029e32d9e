package session

import (
	"context"
	"errors"
	"sync"

	"devservers/app"
)

// Ending answers waiting calls before the manager ends. A client whose stream breaks without an answer keeps waiting:
// Claude Code and Gemini CLI until their own time limit.
type Ending struct {
	begun context.Context // ends when the manager is about to
	begin context.CancelFunc

	mu   sync.Mutex
	over bool           // further requests are not waited for
	open sync.WaitGroup // requests that are being answered
}

// NewEnding returns one that has not begun.
func NewEnding() *Ending {
	begun, begin := context.WithCancel(context.Background())
	return &Ending{begun: begun, begin: begin}
}

// ErrEnding is why a call was canceled.
var ErrEnding = errors.New("the manager ends")

// Enter counts a request until leave is called.
func (e *Ending) Enter() (leave func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over {
		return func() {}
	}
	e.open.Add(1)
	return e.open.Done
}

// Bound ends ctx with ErrEnding when the manager is about to end. Call release.
func (e *Ending) Bound(ctx context.Context) (bounded context.Context, release func()) {
	bounded, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(e.begun, func() { cancel(ErrEnding) })
	return bounded, func() {
		stop()
		cancel(nil)
	}
}

// End ends all waiting and returns when the requests are answered, or when ctx ends.
func (e *Ending) End(ctx context.Context) {
	e.mu.Lock()
	e.over = true
	e.mu.Unlock()
	e.begin()
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		e.open.Wait()
	}()
	select {
	case <-answered:
	case <-ctx.Done():
	}
}

// GivenUp returns the error of a call whose waiting was ended.
func GivenUp(ctx context.Context) *app.Error {
	if errors.Is(context.Cause(ctx), ErrEnding) {
		return &app.Error{Code: app.CodeNotReady, Detail: "the manager is being stopped or replaced; what the call started " +
			"keeps running"}
	}
	return &app.Error{Code: app.CodeNotReady, Detail: "the call was canceled; what it started keeps running"}
}

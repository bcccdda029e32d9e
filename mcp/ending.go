package mcp

import (
	"context"
	"errors"
	"sync"

	"devservers/app"
)

// ending answers waiting calls before the manager ends. A client whose stream breaks without an answer keeps waiting:
// Claude Code and Gemini CLI until their own time limit.
type ending struct {
	begun context.Context // ends when the manager is about to
	begin context.CancelFunc

	mu   sync.Mutex
	over bool           // further requests are not waited for
	open sync.WaitGroup // requests that are being answered
}

func newEnding() ending {
	begun, begin := context.WithCancel(context.Background())
	return ending{begun: begun, begin: begin}
}

// errEnding is why a call was canceled.
var errEnding = errors.New("the manager ends")

// enter counts a request until leave is called.
func (e *ending) enter() (leave func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over {
		return func() {}
	}
	e.open.Add(1)
	return e.open.Done
}

// bound ends ctx with errEnding when the manager is about to end. Call release.
func (e *ending) bound(ctx context.Context) (bounded context.Context, release func()) {
	bounded, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(e.begun, func() { cancel(errEnding) })
	return bounded, func() {
		stop()
		cancel(nil)
	}
}

// givenUp returns the error of a call whose waiting was ended.
func givenUp(ctx context.Context) *app.Error {
	if errors.Is(context.Cause(ctx), errEnding) {
		return &app.Error{Code: app.CodeNotReady, Detail: "the manager is being stopped or replaced; what the call started keeps running"}
	}
	return &app.Error{Code: app.CodeNotReady, Detail: "the call was canceled; what it started keeps running"}
}

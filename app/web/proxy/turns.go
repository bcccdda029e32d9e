package proxy

import (
	"context"
	"sync"
	"time"

	"devservers/app"
)

// Requests that are at one server at the same time. A burst of a thousand costs memory for each connection, and no
// server answers sooner for it. One that has waited for longestTurn passes all the same: requests that last, as long
// polling, must never keep others out.
const (
	atOnce      = 128
	longestTurn = 250 * time.Millisecond
)

// turns lets so many requests pass to each server at a time. The zero value is ready.
type turns struct{ servers sync.Map } // of chan struct{}, by app.Ref

// take waits for a turn, which ends when done is called.
func (t *turns) take(ctx context.Context, ref app.Ref) (done func()) {
	found, ok := t.servers.Load(ref)
	if !ok {
		found, _ = t.servers.LoadOrStore(ref, make(chan struct{}, atOnce))
	}
	slots := found.(chan struct{})
	select {
	case slots <- struct{}{}:
		return func() { <-slots }
	default:
	}
	wait := time.NewTimer(longestTurn)
	defer wait.Stop()
	select {
	case slots <- struct{}{}:
		return func() { <-slots }
	case <-wait.C:
	case <-ctx.Done():
	}
	return func() {}
}

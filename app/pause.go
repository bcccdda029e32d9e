package app

import (
	"context"
	"time"
)

// Pause waits for d and reports whether ctx was still alive then.
func Pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// Beat waits until the next multiple of d, at most for d, and reports whether ctx was still alive then. What looks at
// something now and then does it on a beat, so that one wake-up of the process serves all of them.
func Beat(ctx context.Context, d time.Duration) bool { return Pause(ctx, UntilBeat(d)) }

// UntilBeat returns the time until the next multiple of d.
func UntilBeat(d time.Duration) time.Duration { return d - (time.Since(began)%d+d)%d }

// began is what beats are counted from.
var began = time.Now()

// Earlier returns the first of two moments.
func Earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// Later returns the last of two moments.
func Later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// IsClosed reports whether a channel is closed.
func IsClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

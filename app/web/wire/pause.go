package wire

import (
	"context"
	"time"
)

// Pause waits for d and reports whether ctx was still alive then.
func Pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// LongestWait bounds how long one request can wait. A client that waits longer sends another one.
const LongestWait = time.Hour

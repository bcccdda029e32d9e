package app

import (
	"context"
	"time"
)

// Pause waits for d and reports whether ctx was still alive then.
func Pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

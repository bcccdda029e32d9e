package manager

import (
	"context"
	"runtime"
	"runtime/debug"
	"time"

	"devservers/app"
)

// When the manager gives memory back to the system: what many starts needed would stay for long.
const (
	restLook  = 8 * time.Second
	restBytes = 512 << 10 // allocated between two looks: it rests
	worthIt   = 16 << 20  // allocated since it gave memory back
)

// allocations tells when the memory that was needed for a while can be given back.
type allocations struct {
	last  uint64 // allocated up to the last look, in bytes
	freed uint64 // the same when memory was given back
}

// rests reports whether little was allocated since the last look, but much since memory was given back.
func (a *allocations) rests(now uint64) bool {
	rests := now-a.last < restBytes && now-a.freed >= worthIt
	if a.last = now; rests {
		a.freed = now
	}
	return rests
}

// giveBack gives memory back when the manager rests after it has worked.
func giveBack(ctx context.Context) {
	var now runtime.MemStats // package runtime/metrics would cost memory in each holder
	for a := (allocations{}); app.Beat(ctx, restLook); {
		if runtime.ReadMemStats(&now); a.rests(now.TotalAlloc) {
			debug.FreeOSMemory()
		}
	}
}

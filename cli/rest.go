package cli

import (
	"context"
	"runtime"
	"runtime/debug"
	"time"

	"devservers/app"
)

// When the manager gives memory back to the system: what many starts or connections needed would stay for long.
const (
	restLook = 4 * time.Second
	worthIt  = 4 << 20  // held beyond the least after giving back
	worked   = 16 << 20 // allocated between two looks
	rarest   = 64       // looks between two attempts, when the memory turns out to be needed
)

// footprint tells when the memory that was needed for a while can be given back.
type footprint struct {
	allocated   uint64 // up to the last look, in bytes
	least       uint64 // what it has held at least since it first gave back; 0 = it has not
	left, pause int    // looks until the next attempt, and between attempts
}

// rests reports whether much more is held than was needed, and far more than was allocated since the last look: then
// it is not needed again at once. What looks at servers each second allocates, too. What is still needed just after
// the work will not be a moment later, so there are further attempts.
func (f *footprint) rests(held, allocated uint64) bool {
	recent := allocated - f.allocated
	f.allocated, f.left = allocated, f.left-1
	if f.pause > 1 && (f.least == 0 || held < f.least) {
		f.least = held
	}
	if recent >= worked {
		f.left, f.pause = 0, 1
	}
	over := held - f.least
	if over < worthIt || recent >= over/2 || f.left > 0 {
		return false
	}
	f.left, f.pause = f.pause, min(2*max(f.pause, 1), rarest)
	return true
}

// giveBack gives memory back when the manager rests after it has worked.
func giveBack(ctx context.Context) {
	var now runtime.MemStats // package runtime/metrics would cost memory in each holder
	for f := (footprint{}); app.Beat(ctx, restLook); {
		if runtime.ReadMemStats(&now); f.rests(held(&now), now.TotalAlloc) {
			runtime.GC() // what lies in a sync.Pool survives the first collection
			debug.FreeOSMemory()
		}
	}
}

// held returns how much memory of Go's runtime the system counts as used.
func held(m *runtime.MemStats) uint64 { return m.Sys - m.HeapReleased }

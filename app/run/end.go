package run

import (
	"syscall"
	"time"
)

// EndMarked ends all processes that carry the marker id in their environment (Marker=id), and all that these have started: TERM, then KILL
// after the timeout. It returns when none is found any more. It is for commands that have no holder.
func EndMarked(id string, timeout time.Duration) {
	s := newSweep(tree{id: id}, syscall.SIGTERM, timeout)
	for s.round() > 0 {
		time.Sleep(20 * time.Millisecond)
	}
}

package run

import (
	"syscall"
	"time"
)

// EndMarked ends all processes with Marker=id in their environment, and all their descendants: TERM, then KILL after
// the timeout. It returns when it finds none any more. It is for commands that have no holder.
func EndMarked(id string, timeout time.Duration) {
	s := newSweep(tree{id: id}, syscall.SIGTERM, timeout)
	for s.round() > 0 {
		time.Sleep(20 * time.Millisecond)
	}
}

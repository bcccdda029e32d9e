package health

import (
	"time"

	"devservers/app/base/process"
	"devservers/app/engine/machine"
)

// queue are the connections that wait at a listener while none is accepted, whatever else is known of its processes.
type queue struct {
	queued   time.Time // since when; zero = none wait
	accepted uint64    // the connections that were accepted and are open, as of then
	effort   effort    // of its processes, soon after that
	computes bool      // they compute and get on: one may accept them yet
}

// queueGrace is for how long connections may wait while none is accepted.
const queueGrace = 1800 * time.Millisecond

// look returns what is known once l is the listener of a run, in a look that began at a time.
func (q queue) look(s Listening, l machine.Listener, at time.Time) queue {
	if l.Waiting == 0 {
		return queue{}
	}
	if now, err := machine.AcceptedSockets(s.Port); q.queued.IsZero() || err != nil || now != q.accepted {
		q = queue{queued: time.Now(), accepted: now}
	}
	switch waited := at.Sub(q.queued); {
	case waited >= queueGrace:
		is, sum := computing(s)
		q.computes = is && (q.computes || sum.progressed(q.effort))
	case waited >= soon && q.effort == effort{}:
		_, q.effort = computing(s)
	}
	return q
}

// stuck reports whether connections had been waiting for too long at a time.
func (q queue) stuck(at time.Time) bool {
	long := queueGrace
	if q.computes {
		long = busyGrace
	}
	return !q.queued.IsZero() && at.Sub(q.queued) >= long
}

// effort is what processes have taken of the system. A loop takes nothing but time; a compiler takes memory, reads and
// writes.
type effort struct {
	faults      uint64
	cpu, system time.Duration
}

// What is no loop.
const (
	littleCPU  = queueGrace / 18      // the processor was given to others
	perFault   = 2 * time.Millisecond // of CPU; a loop's garbage is collected now and then
	systemPart = 25                   // of the CPU, one part is the system's
)

func (e effort) progressed(since effort) bool {
	cpu := e.cpu - since.cpu
	return cpu < littleCPU || time.Duration(e.faults-since.faults)*perFault >= cpu ||
		(e.system-since.system)*systemPart >= cpu
}

// computing reports whether a process of a run computes, and what all of them have taken.
func computing(s Listening) (is bool, sum effort) {
	for _, pid := range machine.Tree(s.Holder) {
		if p, err := process.Read(pid); err == nil {
			is = is || p.State == 'R' || p.State == 'D'
			sum = effort{sum.faults + p.Faults, sum.cpu + p.CPU, sum.system + p.System}
		}
	}
	return is, sum
}

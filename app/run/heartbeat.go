package run

import (
	"time"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
)

// A holder that is connected can still be frozen, or stuck. So its manager asks it whether it works, and it answers
// from the loop that does all its work. As each question wakes a process, one that rests as usual is asked once a
// minute, rarer if there are many, and one that the kernel says is stopped or waits for a disk at each look. Holders of
// version 1 know no such question.

// PulseTime is how long a holder may take to answer before it counts as silent.
const PulseTime = 4 * time.Second

// PulseRest returns for how long one of n holders that rests is not asked again: one every 6 seconds in all, if that
// is rarer than each once a minute.
func PulseRest(n int) time.Duration { return max(time.Minute, time.Duration(n)*6*time.Second) }

// pulse is what is known of a connected holder's life. Run.mu guards it.
type pulse struct {
	knows bool      // it answers pulses
	asked time.Time // when it was asked what it has not answered; zero: nothing
	heard time.Time // when it last answered
}

// Heard returns when the holder last answered anything; zero if there was none in this manager's time.
func (r *Run) Heard() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.pulse.heard
}

// Pulse asks the holder whether it works, if that is due: if it does not rest, or was not heard for this long.
func (r *Run) Pulse(rest time.Duration) {
	holder, err := process.Read(r.Record().Holder.PID)
	rests := err == nil && (holder.State == 'S' || holder.State == 'R')
	r.mu.Lock()
	due := !rests || time.Since(r.pulse.heard) >= rest
	ask := due && r.wire != nil && r.pulse.knows && r.pulse.asked.IsZero()
	if ask {
		r.pulse.asked = time.Now()
	}
	r.mu.Unlock()
	if ask {
		_ = r.tell(protocol.Message{Op: "pulse"})
	}
}

// Listen notes that the holder is silent if it has left a pulse unanswered for PulseTime.
func (r *Run) Listen() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.wire == nil || r.pulse.asked.IsZero() || time.Since(r.pulse.asked) < PulseTime || !r.silent.IsZero() {
		return
	}
	r.silent = r.pulse.heard
	r.mu.Announce()
}

// beats notes that the holder has answered something.
func (r *Run) beats() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pulse.heard, r.pulse.asked = time.Now(), time.Time{}
	if !r.silent.IsZero() {
		r.silent = time.Time{}
		r.mu.Announce()
	}
}

package protocol

import (
	"time"

	"devservers/app/base/process"
)

// A tree is gone when its holder has no children and no other process carries the run's id. To see the latter takes a
// look at all processes of the machine, and many holders need it at once when many servers stop. So a holder without
// children asks its manager, where one look answers all holders that had asked before it began. A holder that gets no
// answer looks on its own.

// answerWithin is how long a holder waits for that answer.
const answerWithin = time.Second

// ask reports whether the holder waits for its manager to answer.
func (h *holder) ask() bool {
	if h.asked == nil && h.end != nil && !h.sweep.Alone && process.Childless() && h.peers.ask() {
		h.asked, h.waits = time.After(answerWithin), true
	}
	return h.waits
}

// answered takes the answer.
func (h *holder) answered(carried bool) {
	if h.waits {
		h.waits, h.sweep.Alone = false, !carried
	}
}

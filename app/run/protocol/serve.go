package protocol

import (
	"errors"
	"syscall"
	"time"

	"devservers/app/base/process"
)

// serve talks to the manager that started us, and to the ones that connect later.
func (h *holder) serve(first *Wire) {
	h.admit(first)
	go h.accept(h.listener)
}

// accept admits managers until the listener is closed. Without descriptors they wait.
func (h *holder) accept(l *Listener) {
	for {
		switch c, err := l.Accept(); {
		case err == nil:
			h.admit(c)
		case errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE):
			time.Sleep(acceptPause)
		default:
			return
		}
	}
}

// acceptPause is the pause between two tries to accept a manager, when there were no descriptors.
const acceptPause = 100 * time.Millisecond

// admit sends the manager the record with the terminal's descriptor, and passes its requests to the loop.
func (h *holder) admit(w *Wire) {
	fd := -1
	if h.master != nil {
		fd = h.master.FD()
	}
	h.peers.add(w, fd)
	go func() {
		for {
			m, err := w.Receive()
			if err != nil {
				h.peers.remove(w)
				return
			}
			if m.Valid() {
				h.requests <- m
			}
		}
	}()
}

// handle executes a manager's request.
func (h *holder) handle(m Message) {
	switch m.Op {
	case "stop":
		h.begin(*m.Stop)
	case "signal":
		_ = h.command().Signal(m.Signal)
	case "input":
		h.input(m.Data)
	case "look":
		h.look()
	case "pulse":
		h.peers.each(func(n *peer) { n.pulse = true })
	case "carried":
		h.answered(m.Carried)
	case "cap":
		if h.out != nil {
			h.out.to.Lower(m.Cap)
		}
	case "resize":
		if h.master != nil && h.spec.PTY {
			_ = resize(h.master.FD(), m.Cols, m.Rows)
		}
	case "ready":
		h.record.Ready = m.Time
		h.publish()
	}
}

// begin starts to end the tree. A second request can only bring the deadline forward.
func (h *holder) begin(r StopRequest) {
	if h.sweep == nil {
		h.killed, h.stop = true, r
		h.sweep = process.NewSweep(h.tree(), r.Signal, r.Timeout)
		now := time.Now()
		h.record.Stop = &now
		h.publish() // for a manager that adopts the run meanwhile
		return
	}
	if d := time.Now().Add(r.Timeout); d.Before(h.sweep.Deadline) {
		h.sweep.Deadline = d
	}
}

// input types data, or drops it if the command does not read and too much waits already.
func (h *holder) input(data []byte) {
	if h.master == nil || !h.spec.PTY {
		return
	}
	select {
	case h.typed <- data:
	default:
	}
}

// typeInput types what waits. A command that does not read leaves the terminal full: then the rest is dropped after a
// second. Nothing else waits for it.
func (h *holder) typeInput() {
	for data := range h.typed {
		h.master.Write(data, time.Second)
	}
}

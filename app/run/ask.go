package run

import (
	"errors"
	"os"
	"syscall"
	"time"

	"devservers/app/run/protocol"
)

// ackTime is how long a holder may take to confirm a stop.
const ackTime = 10 * time.Second

// Errors of requests to a run.
var (
	ErrOver   = errors.New("the run is over")
	ErrSilent = errors.New("the holder of the run does not answer")
)

// Stop requests the end of the whole tree: it sends the signal, and after the timeout KILL to what is left. It does
// not wait; Done is closed at the end. A second call can only shorten the timeout. A holder that does not confirm it
// within ackTime is killed, and this handle ends the tree.
func (r *Run) Stop(s protocol.StopRequest) error {
	r.mu.Lock()
	r.stop = &s
	r.mu.Unlock()
	err := r.tell(protocol.Message{Op: "stop", Stop: &s})
	if !errors.Is(err, ErrOver) {
		time.AfterFunc(ackTime, r.forceStop)
		return nil
	}
	return err
}

// forceStop kills a holder that has not confirmed the stop.
func (r *Run) forceStop() {
	if rec := r.Record(); !r.Gone() && !closed(r.let) && rec.Stop == nil && rec.End == nil {
		_ = rec.Holder.Signal(syscall.SIGKILL)
	}
}

// Signal sends a signal to the command alone.
func (r *Run) Signal(s syscall.Signal) error {
	return r.tellNow(protocol.Message{Op: "signal", Signal: s})
}

// Input types data into the run's terminal. Runs without a terminal read nothing.
func (r *Run) Input(data []byte) error { return r.tellNow(protocol.Message{Op: "input", Data: data}) }

// Resize sets the size of the run's terminal.
func (r *Run) Resize(cols, rows int) error {
	return r.tellNow(protocol.Message{Op: "resize", Cols: cols, Rows: rows})
}

// Print adds text to the output, as if the command had printed it. It never waits: text for which the terminal or pipe
// has no room is dropped.
func (r *Run) Print(text []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.master < 0 {
		return os.ErrClosed
	}
	return protocol.Print(r.master, text)
}

// MarkReady records when the run became ready, so that a later manager knows.
func (r *Run) MarkReady(t time.Time) error { return r.tell(protocol.Message{Op: "ready", Time: &t}) }

// Lower makes the run's transcript keep less: see transcript.Writer.Lower.
func (r *Run) Lower(limit int64) error { return r.tell(protocol.Message{Op: "cap", Cap: limit}) }

// Look makes the holder check that the run's folder is still there.
func (r *Run) Look() error { return r.tell(protocol.Message{Op: "look"}) }

// tellNow is tell for what is of no use later: it fails if the holder is silent.
func (r *Run) tellNow(m protocol.Message) error {
	if r.Silent() != nil {
		return ErrSilent
	}
	return r.tell(m)
}

func (r *Run) tell(m protocol.Message) error {
	r.mu.Lock()
	w := r.wire
	r.mu.Unlock()
	switch {
	case w != nil:
		_ = w.SetWriteDeadline(time.Now().Add(10 * time.Second))
		if w.Send(m, -1) == nil {
			return nil
		}
		return ErrSilent // listen notices a death, and deals with it
	case r.Gone() || closed(r.let):
		return ErrOver
	}
	return ErrSilent
}

package run

import (
	"devservers/app/changes"
	"devservers/app/process"
	"errors"
	"syscall"
	"time"
)

// Run is the manager's handle on one run, living or over. All methods may be called concurrently.
type Run struct {
	Dir string

	printed changes.Mutex // announces that the holder says that more was printed

	mu     changes.Mutex // announces changes of record
	record Record
	wire   *wire              // nil when no holder lives
	master int                // a second descriptor of the terminal, in case the holder dies; -1: none. Never polled.
	known  []process.Identity // the members of the tree when last seen
	done   chan struct{}      // closed when nothing is left of the run and the record says so
}

func newRun(dir string, r Record) *Run {
	return &Run{Dir: dir, record: r, master: -1, done: make(chan struct{})}
}

// Record returns the current record.
func (r *Run) Record() Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.record
}

// Changed returns a channel that is closed at the next change of the record. Get the channel first, then check the
// record, then wait.
func (r *Run) Changed() <-chan struct{} { return r.mu.Changed() }

// Printed returns a channel that is closed when the run has printed more, for a reader that has armed the transcript,
// and when the run is over.
func (r *Run) Printed() <-chan struct{} { return r.printed.Changed() }

// Done returns a channel that is closed when nothing is left of the run: tree, holder, unread output.
func (r *Run) Done() <-chan struct{} { return r.done }

// Gone reports whether Done is closed.
func (r *Run) Gone() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// Stop requests the end of the whole tree: it sends the signal, and after the timeout KILL to what is left. It does
// not wait; Done is closed at the end. A second call can only shorten the timeout.
func (r *Run) Stop(s StopRequest) error { return r.tell(message{Op: "stop", Stop: &s}) }

// Signal sends a signal to the command alone.
func (r *Run) Signal(s syscall.Signal) error { return r.tell(message{Op: "signal", Signal: s}) }

// Input types data into the run's terminal. Runs without a terminal read nothing.
func (r *Run) Input(data []byte) error { return r.tell(message{Op: "input", Data: data}) }

// Resize sets the size of the run's terminal.
func (r *Run) Resize(cols, rows int) error {
	return r.tell(message{Op: "resize", Cols: cols, Rows: rows})
}

// MarkReady records when the run became ready, so that a later manager knows.
func (r *Run) MarkReady(t time.Time) error { return r.tell(message{Op: "ready", Time: &t}) }

// Saw remembers the members seen in the tree, to find them even if the holder dies.
func (r *Run) Saw(members []process.Proc) {
	known := make([]process.Identity, len(members))
	for i, p := range members {
		known[i] = p.Identity()
	}
	r.mu.Lock()
	r.known = known
	r.mu.Unlock()
}

// ErrOver means that the run is over, so that nothing can be sent to it.
var ErrOver = errors.New("the run is over")

func (r *Run) tell(m message) error {
	r.mu.Lock()
	w := r.wire
	r.mu.Unlock()
	if w == nil {
		return ErrOver
	}
	_ = w.c.SetWriteDeadline(time.Now().Add(10 * time.Second))
	if w.send(m, -1) != nil {
		return ErrOver // listen notices the death, and deals with it
	}
	return nil
}

// update changes the record and wakes the waiters.
func (r *Run) update(rec Record) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.record = rec
	r.mu.Announce()
}

func (r *Run) notify() {
	r.printed.Lock()
	defer r.printed.Unlock()
	r.printed.Announce()
}

// Release disconnects from the holder without a message: the run keeps running, for the next manager.
func (r *Run) Release() {
	r.mu.Lock()
	w := r.wire
	r.wire = nil
	r.mu.Unlock()
	if w != nil {
		w.c.Close()
	}
}

// released reports whether Release was called while w was ours.
func (r *Run) released(w *wire) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wire != w
}

// listen handles the holder's messages until it is gone, then cleans up what it left.
func (r *Run) listen(w *wire) {
	for w != nil {
		r.hear(w)
		w.c.Close()
		if r.released(w) {
			r.keepMaster(-1)
			return
		}
		w = r.again()
	}
	r.bury()
	r.keepMaster(-1)
}

func (r *Run) hear(w *wire) {
	for {
		m, err := w.receive()
		if err != nil {
			return
		}
		if fd := w.take(); fd >= 0 {
			r.keepMaster(fd)
		}
		switch {
		case m.Record != nil:
			r.update(*m.Record)
		case m.Op == "note":
			r.notify()
		}
	}
}

// again reconnects to a living holder that has dropped us, as a holder does with a manager that hangs. It returns nil
// when there is none.
func (r *Run) again() *wire {
	holder := r.Record().Holder
	for holder.Alive() {
		if w, err := dial(r.Dir); err == nil {
			if r.reconnected(w) {
				return w
			}
			return nil
		}
		time.Sleep(10 * time.Millisecond) // it has closed its socket: it is about to end
	}
	return nil
}

// reconnected replaces the lost wire with w, unless Release came first.
func (r *Run) reconnected(w *wire) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.wire == nil {
		w.c.Close()
		return false
	}
	r.wire = w
	return true
}

// keepMaster stores fd and closes the descriptor that it replaces.
func (r *Run) keepMaster(fd int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.master >= 0 {
		syscall.Close(r.master)
	}
	r.master = fd
}

// takeMaster hands the descriptor over for reading, or returns nil if there is none.
func (r *Run) takeMaster() *source {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.master < 0 {
		return nil
	}
	from, err := newSource(r.master)
	r.master = -1
	if err != nil {
		fail(err)
	}
	return from
}

// finish stores the last record and closes Done.
func (r *Run) finish(rec Record) {
	r.mu.Lock()
	r.wire = nil
	r.mu.Unlock()
	r.update(rec)
	close(r.done)
	r.notify()
}

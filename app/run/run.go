package run

import (
	"sync"
	"syscall"
	"time"

	"devservers/app/base/changes"
	"devservers/app/base/process"
	"devservers/app/run/protocol"
)

// Run is the manager's handle on one run, living or over. All methods may be called concurrently.
type Run struct {
	Dir string

	printed changes.Mutex // announces the holder's notes that more was printed

	mu     changes.Mutex // announces changes of record and silent
	record protocol.Record
	wire   *protocol.Wire // nil when no holder lives, or it doesn't answer
	silent time.Time      // since when the holder doesn't answer; zero: it does
	pulse  pulse
	stop   *protocol.StopRequest // the last one, for a holder that doesn't answer yet
	master int                   // a second descriptor of the terminal, in case the holder dies; -1: none. Never polled.
	known  []process.Identity    // the members of the tree when last seen
	done   chan struct{}         // closed when nothing is left of the run and the record says so

	letGo sync.Once
	let   chan struct{} // closed by Release
}

func newRun(dir string, r protocol.Record) *Run {
	return &Run{Dir: dir, record: r, master: -1, done: make(chan struct{}), let: make(chan struct{})}
}

// Record returns the current record.
func (r *Run) Record() protocol.Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.record
}

// Changed returns a channel that is closed at the next change of the record, and of Silent. Get the channel first, then
// check the record, then wait.
func (r *Run) Changed() <-chan struct{} { return r.mu.Changed() }

// Printed returns a channel that is closed when the run has printed more, for a reader that has armed the transcript,
// and when the run is over.
func (r *Run) Printed() <-chan struct{} { return r.printed.Changed() }

// Done returns a channel that is closed when nothing is left of the run: tree, holder, unread output.
func (r *Run) Done() <-chan struct{} { return r.done }

// Gone reports whether Done is closed.
func (r *Run) Gone() bool { return closed(r.done) }

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// Silent returns since when the holder has not answered; nil if it answers, or the run is over.
func (r *Run) Silent() *time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.silent.IsZero() {
		return nil
	}
	since := r.silent
	return &since
}

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

// update changes the record and wakes the waiters.
func (r *Run) update(rec protocol.Record) {
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
	r.letGo.Do(func() { close(r.let) })
	r.mu.Lock()
	w := r.wire
	r.wire = nil
	r.mu.Unlock()
	if w != nil {
		w.Close()
	}
}

// listen handles the holder's messages until it is gone, then cleans up what it left. w is nil if there is no
// connection yet.
func (r *Run) listen(w *protocol.Wire) {
	defer r.keepMaster(-1)
	for {
		if w != nil && r.heard(w) {
			w.Close()
			r.finish(r.Record())
			return
		}
		var lock folderLock
		if w, lock = r.again(w); w == nil {
			if lock != nil {
				r.bury()
				lock.Close()
			}
			return
		}
	}
}

// heard is hear, and waits for the holder's process afterwards if this process has started it.
func (r *Run) heard(w *protocol.Wire) (over bool) {
	over = r.hear(w)
	if holder := w.Holder; holder != nil {
		go func() { _, _ = holder.Wait() }()
	}
	return over
}

// endTime is how long a holder may take to end after its last message. It stays longer if the disk is full.
const endTime = time.Second

// hear handles messages until the connection ends. It reports whether the run is over.
func (r *Run) hear(w *protocol.Wire) (over bool) {
	for {
		if w.Final {
			_ = w.SetReadDeadline(time.Now().Add(endTime))
		}
		m, err := w.Receive()
		if err != nil {
			return w.Final
		}
		if fd := w.Take(); fd >= 0 {
			r.keepMaster(fd)
		}
		switch {
		case m.Record != nil:
			r.update(*m.Record)
		case m.Op == "note":
			r.notify()
		case m.Op == "pulse":
			r.beats()
		case m.Op == "carried":
			go func() { _ = w.Send(protocol.Message{Op: "carried", Carried: outside.carries(r.Record().ID)}, -1) }()
		}
	}
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
func (r *Run) takeMaster() (from *protocol.Source) {
	r.mu.Lock()
	fd := r.master
	r.master = -1
	r.mu.Unlock()
	if fd >= 0 {
		patiently(func() (err error) {
			from, err = protocol.NewSource(fd)
			return err
		})
	}
	return from
}

// finish stores the last record and closes Done.
func (r *Run) finish(rec protocol.Record) {
	r.mu.Lock()
	r.wire, r.silent = nil, time.Time{}
	r.mu.Unlock()
	r.update(rec)
	close(r.done)
	r.notify()
}

// patiently does what must succeed, however long that lacks descriptors: nothing may be lost because the manager has
// too many open.
func patiently(do func() error) {
	if err := process.Patiently(0, do); err != nil {
		protocol.Report(err)
	}
}

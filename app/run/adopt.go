package run

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
)

// How long a holder may take to answer: the one that was just started, and one that is met again. It answers at once,
// unless it is stopped or the machine is very busy.
const (
	startTime  = time.Minute
	answerTime = time.Second
)

// hello receives the holder's first message, within the limit.
func (r *Run) hello(w *protocol.Wire, limit time.Duration) error {
	_ = w.SetReadDeadline(time.Now().Add(limit))
	m, err := w.Receive()
	_ = w.SetReadDeadline(time.Time{})
	switch {
	case err != nil:
		err = fmt.Errorf("the holder did not answer: %w", err)
	case m.Op == "failed":
		err = &holderError{m.Error, syscall.Errno(m.Errno)}
	case m.Record == nil:
		err = errors.New("the holder did not say which run it has")
	}
	if err != nil {
		w.Close()
		return err
	}
	m.Record.Fill()
	r.connected(w, *m.Record, m.Version)
	return nil
}

// holderError is why a holder could not start.
type holderError struct {
	text  string
	errno syscall.Errno
}

func (e *holderError) Error() string { return e.text }

// Unwrap returns the kernel's error; 0 is none.
func (e *holderError) Unwrap() error {
	if e.errno == 0 {
		return nil
	}
	return e.errno
}

// connected stores the connection to the holder, and passes on the stop that has waited for it.
func (r *Run) connected(w *protocol.Wire, rec protocol.Record, version int) {
	if fd := w.Take(); fd >= 0 {
		r.keepMaster(fd)
	}
	r.mu.Lock()
	r.wire, r.silent, r.record = w, time.Time{}, rec
	r.pulse = pulse{knows: version >= protocol.PulseVersion, heard: time.Now()}
	stop := r.stop
	r.mu.Announce()
	r.mu.Unlock()
	if closed(r.let) {
		w.Close()
	} else if stop != nil && rec.Stop == nil {
		_ = r.tell(protocol.Message{Op: "stop", Stop: stop})
	}
}

// ErrNeverBegan means that a manager was killed before the run had a holder. Nothing is left of it.
var ErrNeverBegan = errors.New("the run never began")

// Adopt adopts the run in dir: a living one through its holder, one that is over by its record, and one whose holder
// has died by ending what is left of its tree. A holder that does not answer soon is tried until it does: see Silent. A
// record that can't be read does no harm while the holder lives.
func Adopt(dir string) (*Run, error) {
	rec, unreadable := protocol.Load(dir)
	if unreadable != nil {
		rec = recordOf(dir)
	}
	r := newRun(dir, rec)
	if rec.Gone != nil {
		close(r.done)
		return r, nil
	}
	lock, err := protocol.LockFolder(dir)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		go r.listen(nil)
		r.awaitAnswer()
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	defer lock.Close()
	if rec, err = protocol.Load(dir); err == nil && rec.Holder.PID == 0 && !r.began(rec) {
		return nil, errors.Join(ErrNeverBegan, r.neverBegan())
	}
	r.bury()
	return r, nil
}

// recordOf returns what the name of a run's folder says about it.
func recordOf(dir string) protocol.Record {
	server := filepath.Dir(dir)
	rec := protocol.Record{
		ID: filepath.Base(dir), Server: filepath.Base(server), Project: filepath.Base(filepath.Dir(server)),
		Kind: "server", Argv: []string{""}, Grace: buryTimeout,
	}
	if ms, ok := millisOf(rec.ID); ok {
		rec.Started = time.UnixMilli(ms + epoch)
	}
	return rec
}

// neverBegan removes a run that has no holder, and ends what may have been started of it.
func (r *Run) neverBegan() error {
	rec := r.Record()
	sweepAway(process.Tree{ID: rec.ID, State: rec.State}, rec.Grace)
	return discard(r.Dir)
}

// awaitAnswer waits a moment for the holder's record.
func (r *Run) awaitAnswer() {
	for {
		changed := r.Changed()
		r.mu.Lock()
		known := r.wire != nil || !r.silent.IsZero()
		r.mu.Unlock()
		if known || r.Gone() {
			return
		}
		select {
		case <-changed:
		case <-r.done:
		}
	}
}

// folderLock is the lock of a run's folder: who has it knows that there is no holder.
type folderLock io.Closer

// again connects to a holder that there is no connection to: this is a new manager, or one that hung and was dropped.
// If there is no holder any more, it returns the lock instead. After Release, it returns neither.
func (r *Run) again(old *protocol.Wire) (*protocol.Wire, folderLock) {
	if old != nil {
		old.Close()
	}
	for began, pause := time.Now(), 5*time.Millisecond; !closed(r.let); pause = min(2*pause, time.Second) {
		w, err := dial(r.Dir)
		if err == nil && r.hello(w, answerTime) == nil {
			return w, nil
		}
		lock, err := protocol.LockFolder(r.Dir)
		switch {
		case err == nil:
			return nil, lock
		case errors.Is(err, os.ErrNotExist) && !r.Record().Holder.Alive():
			return nil, io.NopCloser(nil)
		case time.Since(began) >= answerTime:
			r.fellSilent(began)
		}
		select {
		case <-time.After(pause):
		case <-r.let:
		}
	}
	return nil, nil
}

// fellSilent notes that the holder does not answer.
func (r *Run) fellSilent(since time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.wire = nil
	if r.silent.IsZero() {
		r.silent = since
		r.mu.Announce()
	}
}

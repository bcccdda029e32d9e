package run

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
	"devservers/app/transcript"
)

// buryTimeout is the most time that a dead holder's process tree gets between TERM and KILL.
const buryTimeout = 2 * time.Second

// bury cleans up a run whose holder is gone. If the holder had finished, its last record is complete: the newer of what
// it has saved and what it has sent. Otherwise the holder has died: bury ends the rest of the process tree, saves the
// output that was not copied yet, and records this.
func (r *Run) bury() {
	rec := r.Record()
	saved, err := protocol.Load(r.Dir)
	if err == nil && saved.Progress() >= rec.Progress() {
		rec = saved
	}
	if rec.Gone == nil {
		rec = r.afterDeath(rec)
	}
	if saved.Gone == nil {
		r.keep(rec)
	}
	r.finish(rec)
}

func (r *Run) afterDeath(rec protocol.Record) protocol.Record {
	r.endHolder(rec)
	if rec.End == nil {
		rec.End = r.deathOf(rec)
		r.update(rec)
	}
	stop := make(chan struct{})
	drained := r.drain(stop)
	s := sweepAway(r.orphans(rec), rec.Grace)
	close(stop)
	<-drained
	now := time.Now()
	rec.Gone = &protocol.Gone{At: now, Took: now.Sub(s.Began), Left: s.Left, Killed: s.Killed(), Denied: s.Denied()}
	_ = os.Remove(r.Dir + "/" + protocol.SocketName)
	return rec
}

// deathOf returns the end of a command whose holder died, which may have been for a stop that it did not confirm.
func (r *Run) deathOf(rec protocol.Record) *protocol.End {
	r.mu.Lock()
	stop := r.stop
	r.mu.Unlock()
	e := &protocol.End{At: time.Now(), Code: -1, Cause: protocol.CauseHolder}
	switch {
	case stop != nil:
		e.Cause, e.By, e.Signal = stop.Cause, stop.By, process.SignalName(syscall.SIGKILL)
	case rec.Holder.PID == 0:
		e.Error = "its holder died before it had said its number"
	default:
		e.Error = fmt.Sprintf("its holder (PID %d) died", rec.Holder.PID)
	}
	return e
}

// saveAgain is the pause before another attempt to save the last record.
const saveAgain = time.Second

// keep saves the last record. If the disk is full, it tries again until this process ends.
func (r *Run) keep(rec protocol.Record) {
	err := rec.Save(r.Dir)
	if err == nil || errors.Is(err, os.ErrNotExist) { // somebody removed a run that is over
		return
	}
	protocol.Report(err)
	go func() {
		for rec.Save(r.Dir) != nil {
			time.Sleep(saveAgain)
		}
	}()
}

// sweepAway ends a tree that has no holder. A process that was just forked may not carry its marker yet: the tree is
// gone when it was empty in two looks.
func sweepAway(t process.Tree, grace time.Duration) *process.Sweep {
	s := process.NewSweep(t, syscall.SIGTERM, grace)
	for empty := 0; empty < 2; time.Sleep(20 * time.Millisecond) {
		if empty++; s.Round() > 0 {
			empty = 0
		}
	}
	return s
}

// endHolder ensures that a holder that no longer responds stops copying while we copy.
func (r *Run) endHolder(rec protocol.Record) {
	for rec.Holder.Alive() {
		_ = rec.Holder.Signal(syscall.SIGKILL)
		time.Sleep(5 * time.Millisecond)
	}
}

// orphans returns the process tree that a dead holder left: the processes with its marker, those seen before, and
// their descendants.
func (r *Run) orphans(rec protocol.Record) process.Tree {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := r.known
	if rec.Leader.PID != 0 {
		known = append(known[:len(known):len(known)], rec.Leader)
	}
	return process.Tree{ID: rec.ID, Known: known, State: rec.State}
}

// drain moves what the dead holder had read, and what is still in the terminal, into the transcript. After stop is
// closed, it continues until the terminal is empty.
func (r *Run) drain(stop <-chan struct{}) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		var w *transcript.Writer
		patiently(func() (err error) {
			w, err = transcript.Recover(r.Dir)
			return err
		})
		if w == nil {
			return
		}
		if master := r.takeMaster(); master != nil {
			defer master.Close()
			c := protocol.StartCopier(master, w, r.notify)
			select {
			case <-c.Done():
			case <-stop:
				c.End()
				<-c.Done()
			}
		}
		if _, err := w.Close(); err != nil {
			protocol.Report(err)
		}
	}()
	return done
}

package run

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"devservers/app/process"
	"devservers/app/transcript"
)

// buryTimeout is the most time that a dead holder's process tree gets between TERM and KILL.
const buryTimeout = 2 * time.Second

// bury cleans up a run whose holder is gone. If the holder had finished, its last record is complete. Otherwise the
// holder has died: bury ends the rest of the process tree, saves the output that was not copied yet, and records
// this.
func (r *Run) bury() {
	rec, err := Load(r.Dir)
	if err != nil {
		rec = r.Record()
	}
	if rec.Gone == nil {
		rec = r.afterDeath(rec)
	}
	r.finish(rec)
}

func (r *Run) afterDeath(rec Record) Record {
	r.endHolder(rec)
	if rec.End == nil {
		rec.End = &End{At: time.Now(), Code: -1, Cause: CauseHolder, Error: fmt.Sprintf("its holder (PID %d) died", rec.Holder.PID)}
		r.update(rec)
	}
	stop := make(chan struct{})
	drained := r.drain(stop)
	s := process.NewSweep(r.orphans(rec), syscall.SIGTERM, rec.Grace)
	for s.Round() > 0 {
		time.Sleep(20 * time.Millisecond)
	}
	close(stop)
	<-drained
	now := time.Now()
	rec.Gone = &Gone{At: now, Took: now.Sub(s.Began), Left: s.Left, Killed: s.Killed()}
	if err := rec.save(r.Dir); err != nil {
		fail(err)
	}
	_ = os.Remove(r.Dir + "/" + socketName)
	return rec
}

// endHolder ensures that a holder that no longer responds stops copying while we copy.
func (r *Run) endHolder(rec Record) {
	for rec.Holder.Alive() {
		_ = rec.Holder.Signal(syscall.SIGKILL)
		time.Sleep(5 * time.Millisecond)
	}
}

// orphans returns the process tree that a dead holder left: the processes with its marker, those seen before, and
// their descendants.
func (r *Run) orphans(rec Record) process.Tree {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := r.known
	if rec.Leader.PID != 0 {
		known = append(known[:len(known):len(known)], rec.Leader)
	}
	return process.Tree{ID: rec.ID, Known: known}
}

// drain moves what the dead holder had read, and what is still in the terminal, into the transcript. After stop is
// closed, it continues until the terminal is empty.
func (r *Run) drain(stop <-chan struct{}) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		w, err := transcript.Recover(r.Dir)
		if err != nil {
			fail(err)
			return
		}
		if master := r.takeMaster(); master != nil {
			defer master.close()
			c := startCopier(master, w, r.notify)
			select {
			case <-c.done:
			case <-stop:
				c.end()
				<-c.done
			}
		}
		if _, err := w.Close(); err != nil {
			fail(err)
		}
	}()
	return done
}

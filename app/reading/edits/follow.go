package edits

import (
	"context"
	"errors"
	"os"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/run/protocol"
)

// The rhythm of a reader. It is woken when the run prints, and reads what has come since.
const (
	readPause = 200 * time.Millisecond // between two reads, on a beat: what comes meanwhile is read at once
	readQuiet = 100 * time.Millisecond // an error is complete when nothing has come for so long
)

// readers returns the readers of a server's current or last run, and of the run before it. It begins the first if there
// is none. That is nil if the run was over before this manager started, unless it ended on its own, so that its errors
// are shown: errorsOf reads such a run when a query needs it.
func (e *Edits) readers(sr supervisor.ServerRun) (now, before *reader) {
	if sr.Run == nil {
		return nil, nil
	}
	s, fresh := e.enter(sr)
	if s.now == nil {
		return nil, nil
	}
	err := s.now.open()
	switch {
	case fresh && err != nil:
		e.log.Warn("the errors of a run cannot be read", "server", sr.Ref.String(), "error", err)
	case fresh:
		e.sup.Go(func(ctx context.Context) { e.follow(ctx, s.now, sr) })
	}
	return s.now, s.before
}

// enter notes the run of a server, and returns what is known of the server then. fresh: the run's reader is to begin.
func (e *Edits) enter(sr supervisor.ServerRun) (known server, fresh bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.server(sr.Ref)
	if s.seen == sr.RunID() || s.now != nil && s.now.run >= sr.RunID() {
		return *s, false
	}
	s.seen = sr.RunID()
	rec, began := sr.Run.Record(), e.sup.Began
	if fresh = rec.Gone == nil || rec.Gone.At.After(began) || sr.EndedByItself; fresh {
		r := newReader(sr, rec, sr.Run.Dir)
		if s.now != nil {
			before := s.now.served()
			r.pages.Last, r.pages.Good = before.Last, before.Good
		}
		if r.adopted = rec.Started.Before(began); r.adopted {
			r.quiet = e.standing[sr.Ref.String()].Quiet
		}
		if last := e.project(sr.Ref.Project).edit; last != nil {
			r.edited(last.At)
		}
		s.before, s.now, s.counts = s.now, r, supervisor.Shown{}
	}
	return *s, fresh
}

// follow reads until the run is over, and announces each change. While the run prints, it reads on each beat without
// being woken: so many runs that print take one wake-up a beat, and their holders need not say so.
func (e *Edits) follow(ctx context.Context, r *reader, sr supervisor.ServerRun) {
	defer r.close()
	for {
		printed, over := sr.Run.Printed(), sr.Run.Gone() // before the reading, so that nothing is missed
		if !over {
			r.log.ArmPatient()
		}
		open, _ := e.hear(r, sr, over)
		if over {
			return
		}
		var silent <-chan time.Time
		if open {
			silent = time.After(readQuiet)
		}
		select {
		case <-printed:
			for more := true; more && app.Beat(ctx, readPause) && !sr.Run.Gone(); more = more && !open {
				open, more = e.hear(r, sr, false)
			}
		case <-silent:
			r.flush()
		case <-ctx.Done():
			return
		}
	}
}

// hear reads what has come, and announces what changed. It reports whether the last error may continue, and whether
// there was anything. over: the run has ended.
func (e *Edits) hear(r *reader, sr supervisor.ServerRun, over bool) (open, more bool) {
	from := r.position()
	open = r.catchUp(over)
	if over {
		r.flush()
		r.ended(sr.Run.Record())
		r.close()
	}
	if r.changed() || over {
		e.announce(r, sr)
	}
	return open, r.position() > from
}

// announce counts the errors of a run again, and adds events for those that came or were fixed.
func (e *Edits) announce(r *reader, sr supervisor.ServerRun) {
	news, events := r.news(), []app.Event{}
	for _, x := range news {
		events = append(events, app.Event{Error: &x})
	}
	e.countAgain(r)
	e.sup.Announce(sr.ErrorEvents(r.run, events, r.old)...)
	e.judgeLate(sr.Ref.Project, news)
}

// errorsOf returns the reader of a run, "" for the current or last one; nil = the server has not run.
func (e *Edits) errorsOf(ref app.Ref, id string) (*reader, error) {
	sr, err := e.sup.ServerRun(ref)
	if err != nil {
		return nil, err
	}
	if id == "" {
		id = sr.RunID()
	}
	if id == "" {
		return nil, nil
	}
	if r, _ := e.readers(sr); r != nil && r.run == id {
		return r, nil
	}
	return e.readPast(sr, id)
}

// readPast reads a run that is over.
func (e *Edits) readPast(sr supervisor.ServerRun, id string) (*reader, error) {
	dir, err := e.sup.Kept.RunDir(sr.Ref, id)
	if err != nil {
		return nil, err
	}
	rec, err := protocol.Load(dir)
	if err != nil {
		return nil, err
	}
	r := newReader(sr, rec, dir)
	if err := r.open(); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	r.catchUp(true)
	r.flush()
	r.ended(rec)
	r.close()
	return r, nil
}

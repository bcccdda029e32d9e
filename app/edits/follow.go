package edits

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/run"
	"devservers/app/supervisor"
)

// The rhythm of a reader. It is woken when the run prints, and reads what has come since.
const (
	readPause = 200 * time.Millisecond // between two reads: what comes meanwhile is read at once
	readQuiet = 100 * time.Millisecond // an error is complete when nothing has come for so long
)

// reader returns the reader of a server's current or last run, and begins it if there is none. It returns nil if the
// run was over before this manager started: errorsOf reads such a run when a query needs it.
func (e *Edits) reader(sr supervisor.ServerRun) *reader {
	if sr.Run == nil {
		return nil
	}
	if r, ok := e.known(sr); ok {
		return r
	}
	rec, began := sr.Run.Record(), e.sup.Began()
	if rec.Gone != nil && rec.Gone.At.Before(began) {
		return e.begin(sr, nil)
	}
	r, err := openReader(sr.Root, sr.Ref, rec, sr.Run.Dir)
	switch {
	case err != nil:
		e.log.Warn("the errors of a run cannot be read", "server", sr.Ref.String(), "error", err)
	case rec.Started.Before(began):
		r.old = r.log.Bounds().Last
	}
	return e.begin(sr, r)
}

// known returns the reader of a run that was seen before, or of a newer one.
func (e *Edits) known(sr supervisor.ServerRun) (r *reader, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.server(sr.Ref)
	return s.now, s.seen == sr.Run || s.now != nil && s.now.run >= sr.RunID()
}

// begin makes r the reader of a server's current run, unless another has come first.
func (e *Edits) begin(sr supervisor.ServerRun, r *reader) *reader {
	e.mu.Lock()
	s := e.server(sr.Ref)
	if s.seen == sr.Run || r == nil || s.now != nil && s.now.run >= r.run {
		defer e.mu.Unlock()
		if r != nil {
			r.close()
		}
		s.seen = sr.Run
		return s.now
	}
	s.seen, s.before, s.now, s.counts = sr.Run, s.now, r, counts{}
	e.mu.Unlock()
	if r.log != nil {
		e.sup.Go(func(ctx context.Context) { e.follow(ctx, s, r, sr) })
	}
	return r
}

// follow reads until the run is over, and announces each change.
func (e *Edits) follow(ctx context.Context, s *server, r *reader, sr supervisor.ServerRun) {
	defer r.close()
	for told := int64(0); ; {
		printed, over := sr.Run.Printed(), sr.Run.Gone() // before the reading, so that nothing is missed
		if !over {
			r.log.ArmPatient()
		}
		open := r.catchUp(over)
		if over {
			r.flush()
			r.close()
		}
		if now := r.version(); now != told || over {
			told = now
			e.announce(s, r, sr)
		}
		if over {
			return
		}
		var silent <-chan time.Time
		if open {
			silent = time.After(readQuiet)
		}
		select {
		case <-printed:
			sleep(ctx, readPause)
		case <-silent:
			r.flush()
		case <-ctx.Done():
			return
		}
	}
}

// sleep waits for d and reports whether ctx is still live.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// announce counts the errors of a run again, and adds events for those that came or were fixed.
func (e *Edits) announce(s *server, r *reader, sr supervisor.ServerRun) {
	n, news := r.news()
	e.mu.Lock()
	if s.now == r {
		s.counts = n
	}
	e.mu.Unlock()
	e.sup.Announce(errorEvents(r, sr, news)...)
}

// eventsShown is how many errors of one look at the output become events of their own.
const eventsShown = 20

// errorEvents returns events for errors that came or were fixed since this manager follows the run.
func errorEvents(r *reader, sr supervisor.ServerRun, news []digest.Error) (list []app.Event) {
	news = slices.DeleteFunc(news, func(x digest.Error) bool { return x.Changed <= r.old })
	shown := map[bool]int{} // by Fixed
	for _, x := range news {
		h := app.Event{Event: app.EventError, Project: sr.Ref.Project, Server: sr.Ref.String(), Kind: sr.Kind, Time: x.LastAt, Run: r.run, Message: x.Message, Error: &x}
		if x.Fixed {
			h.Event, h.Time = app.EventFixed, *x.FixedAt
		}
		if shown[x.Fixed]++; shown[x.Fixed] == eventsShown {
			h.More = countOf(news, x.Fixed) - eventsShown
		}
		if shown[x.Fixed] <= eventsShown {
			list = append(list, h)
		}
	}
	return list
}

func countOf(news []digest.Error, fixed bool) (n int) {
	for _, x := range news {
		if x.Fixed == fixed {
			n++
		}
	}
	return n
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
	if r := e.reader(sr); r != nil && r.run == id {
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
	rec, err := run.Load(dir)
	if err != nil {
		return nil, err
	}
	r, err := openReader(sr.Root, sr.Ref, rec, dir)
	if errors.Is(err, os.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	r.catchUp(true)
	r.flush()
	r.close()
	return r, nil
}

package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"devservers/app/digest"
	"devservers/app/run"
	"devservers/app/transcript"
)

// The rhythm of the one reader that each living run has for its errors. It is woken when the run prints, and reads what has come since.
const (
	digestPause = 200 * time.Millisecond // between two reads: what comes meanwhile is one
	digestQuiet = 100 * time.Millisecond // when nothing has come for so long, an error has been printed to its end
	digestTail  = 50_000                 // lines of a run that was found running, or is over, that are looked at
	digestLag   = 200_000                // when more lines wait, all but digestTail are left out
)

// watchErrors reads what a living run prints, on a goroutine of its own, until the run is over.
func (s *Supervisor) watchErrors(p *project, m *managed, r *run.Run) {
	rec := r.Record()
	d, err := openDigest(p.reg.Path, m.ref, rec, r.Dir)
	s.update(func() { d.old = m.before[rec.ID]; m.errors, m.errorsBefore, m.counts = d, m.errors, errorCounts{} })
	if err != nil {
		s.log.Warn("the errors of a run cannot be read", "server", m.ref.String(), "error", err)
		return
	}
	l := &Log{Reader: d.log, Ref: m.ref, Run: rec.ID, live: r, patient: true}
	s.wg.Go(func() { s.followDigest(s.ctx, m, d, l) })
}

// openDigest begins the digest of a run, near the end when it has printed very much. With an error it is an empty one.
func openDigest(root string, ref Ref, rec run.Record, dir string) (*digester, error) {
	d := &digester{ref: ref, run: rec.ID, from: 1, d: digest.New(root, rec.Dir)}
	d.d.Edited = func(file string, after, before time.Time) bool { return editedBetween(root, file, after, before) }
	t, err := transcript.Open(dir)
	if err != nil {
		d.done = true
		return d, err
	}
	d.log, d.read = t, max(0, t.Bounds().Last-digestTail)
	d.from = d.read + 1
	return d, nil
}

// A line's time is exact to lineExact (see transcript); lineSlack is by how much a tool's line may seem to be earlier than the write that it is about.
const (
	lineExact = 50 * time.Millisecond
	lineSlack = time.Second
)

// editedBetween tells whether a file of the project in root was last written between two moments, or is gone.
func editedBetween(root, file string, after, before time.Time) bool {
	if !filepath.IsAbs(file) {
		file = filepath.Join(root, file)
	}
	info, err := os.Stat(file)
	return missing(err) || err == nil && info.ModTime().After(after.Add(lineExact)) && info.ModTime().Before(before.Add(lineSlack))
}

// followDigest reads until the run is over, and tells of each change.
func (s *Supervisor) followDigest(ctx context.Context, m *managed, d *digester, l *Log) {
	defer d.close()
	quiet := time.NewTimer(digestQuiet)
	defer quiet.Stop()
	for told := int64(0); ; {
		changed, over := l.Changed(), l.Over() // before the reading, so that nothing is missed
		open := d.catchUp(over)
		if over {
			d.flush()
			d.close()
		}
		if now := d.version(); now != told || over {
			told = now
			s.tellFaults(m, d)
		}
		if over {
			return
		}
		quiet.Reset(digestQuiet)
		select {
		case <-changed:
			sleep(ctx, digestPause)
		case <-when(open, quiet):
			d.flush()
		case <-ctx.Done():
			return
		}
	}
}

// when is the timer's channel if somebody waits for it.
func when(is bool, t *time.Timer) <-chan time.Time {
	if is {
		return t.C
	}
	return nil
}

// errorCounts counts what is wrong now; mu of the Supervisor guards it.
type errorCounts struct{ errors, warnings int }

func (s *Supervisor) tellFaults(m *managed, d *digester) {
	n, news := d.news()
	s.update(func() {
		if m.errors == d {
			m.counts = n
		}
		s.tellErrors(m, d, news)
	})
}

// digestOf gives the digest of a run; nil: there has been none.
func (s *Supervisor) digestOf(ctx context.Context, ref Ref, id string) (*digester, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return nil, err
	}
	var d *digester
	var r *run.Run
	err = s.await(ctx, func() bool { // a run that has just begun has no digest yet
		d, r = m.errors, m.run
		return r == nil || r.Gone() || d != nil && d.run == r.Record().ID
	})
	if err != nil || id == "" && r == nil {
		return nil, err
	}
	if id == "" {
		id = r.Record().ID
	}
	if d != nil && d.run == id {
		return d, nil
	}
	return s.digestPast(p, m, id)
}

// digestPast reads a run that is over.
func (s *Supervisor) digestPast(p *project, m *managed, id string) (*digester, error) {
	if !slices.Contains(s.RunIDs(m.ref), id) {
		return nil, noRun(m.ref, id)
	}
	dir := filepath.Join(s.runsDir(m.ref), id)
	rec, err := run.Load(dir)
	if err != nil {
		return nil, err
	}
	d, err := openDigest(p.reg.Path, m.ref, rec, dir)
	if missing(err) {
		return d, nil
	}
	if err != nil {
		return nil, err
	}
	d.catchUp(true)
	d.flush()
	d.close()
	return d, nil
}

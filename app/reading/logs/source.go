package logs

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/transcript"
)

// source walks through the output of one server, over all of its runs, in one direction. "After" and "before" a place
// are meant by seq, "next" in the direction of reading.
type source struct {
	sup  *supervisor.Supervisor
	ref  app.Ref
	name string       // in lines; "" when there is only one server
	at   app.Position // the boundary between what was taken and what was not
	scope
	readAhead
	searched
	unfinished
	errors lineErrors
	blank  bool      // the last line that was given is blank
	latest time.Time // no older line is from later; zero = not known
	dry    bool      // there is nothing more for this page
	runs   []string  // those that were read
	stored []string  // all that were stored when it last looked, oldest first; only for reading back
}

// scope is which lines of a server are wanted.
type scope struct {
	back   bool         // from the newest line to the oldest
	only   bool         // those of one run
	low    int64        // only lines after it
	high   int64        // only lines before it; 0 = no bound
	to     app.Position // forward it ends there; no run = it has no end
	since  time.Time    // no older lines are wanted
	viewed bool         // reading keeps the server from being idle
	leap   bool         // only errors are wanted: it leaps from one to the one before
	find   *transcript.Search
	near   int // how many lines on each side of a hit are wanted, too
}

// readAhead is what a source has read of the run that it is in and not given yet.
type readAhead struct {
	log    runLog            // of at.Run; nil = not open
	buf    []transcript.Line // in the direction of reading
	over   bool              // buf was read after the run had ended
	gap    *app.MergedLine   // to be given before the next line
	step   int               // how many lines to read next
	opened int               // logs so far
}

// searched is what a search has found in the run that a source is in.
type searched struct {
	found  bool    // buf was found by a search: lines between them are not missing
	spent  bool    // a search has seen the run up to its start
	hits   []int64 // with near: those found, newest first, and not read yet
	sought int64   // the oldest hit of that search; 0 = it has not begun
}

// unfinished is the line at the end of a run that has no end of line yet.
type unfinished struct {
	quiet    bool            // it is given once, when it has been quiet
	part     transcript.Line // Seq 0 = none
	partSeen time.Time       // when it had changed
	shown    app.LogLine     // the one that was given last
}

// The least and the most lines that a source reads at a time.
const (
	firstStep = 64
	mostStep  = 2000
)

func (s *source) close() {
	if s.log != nil {
		_ = s.log.Close()
	}
	s.log, s.buf, s.latest, s.spent, s.hits, s.sought = nil, nil, time.Time{}, false, nil, 0
}

// move goes to another run.
func (s *source) move(to app.Position) {
	s.close()
	s.at, s.part, s.shown = to, transcript.Line{}, app.LogLine{}
}

// open opens the run that at is in. A run that is no longer stored is treated as one without lines.
func (s *source) open() error {
	if s.log != nil || s.at.Run == "" {
		return nil
	}
	if s.at.Run == s.to.Run {
		s.high, s.only = s.to.Seq+1, true
	}
	look := s.sup.Glance
	if s.viewed {
		look = s.sup.OpenLog
	}
	l, err := look(s.ref, s.at.Run)
	if err == nil {
		s.log = l
		s.opened++
	} else if codeOf(err) != app.CodeNotFound {
		return err
	}
	return nil
}

// grow is how much to read next: little at first, since most readers want little.
func (s *source) grow() transcript.Limit {
	if n := len(s.runs); n == 0 || s.runs[n-1] != s.at.Run {
		s.runs = append(s.runs, s.at.Run)
	}
	s.step = min(max(firstStep, 2*s.step), mostStep)
	return transcript.Limit{Lines: s.step}
}

// lost is a gap of the run; nil when nothing is missing, or when it is unknown what was there.
func (s *source) lost(from, to int64) *app.MergedLine {
	from, to = max(from, s.low+1), min(to, s.bound()-1)
	if from > to || to == math.MaxInt64-1 {
		return nil
	}
	return &app.MergedLine{LogLine: app.LogLine{Server: s.name, Run: s.at.Run, Seq: from},
		Gap: &app.Gap{From: from, To: to}}
}

// bound is the seq before which lines are wanted.
func (s *source) bound() int64 { return cmp.Or(s.high, math.MaxInt64) }

// take takes the first line of buf. The gap is what is missing before it.
func (s *source) take() (l transcript.Line, gap *app.MergedLine) {
	if l, s.buf = s.buf[0], s.buf[1:]; len(s.buf) == 0 {
		s.buf = nil // a follower may wait for long
	}
	if !s.back {
		if !s.found {
			gap = s.lost(s.at.Seq+1, l.Seq-1)
		}
		s.at.Seq = l.Seq
		return l, gap
	}
	if !s.found {
		gap = s.lost(l.Seq+1, s.at.Seq)
	}
	s.at.Seq, s.latest = l.Seq-1, l.Time
	return l, gap
}

// fill reads the next lines, of this run or of those after it in its direction. An empty buf then means that there is
// none yet.
func (s *source) fill(ctx context.Context) error {
	for len(s.buf) == 0 && s.gap == nil && !s.dry {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.open(); err != nil {
			return err
		}
		if s.log != nil {
			s.over = s.log.Over() // before the reading: nothing comes after it then
			if err := s.read(ctx, s.grow()); err != nil {
				return err
			}
		}
		if len(s.buf) == 0 && s.gap == nil {
			s.turn()
		}
	}
	return nil
}

func (s *source) read(ctx context.Context, limit transcript.Limit) error {
	if s.back {
		return s.readOlder(ctx, limit)
	}
	return s.readNewer(ctx, limit)
}

// earlier is the newest run that is older than the one in which it is; "" = there is none. Older ones aren't added, and
// one that was removed has no lines.
func (s *source) earlier() string {
	i, known := slices.BinarySearch(s.stored, s.at.Run)
	if !known {
		s.stored = s.sup.Kept.IDs(s.ref)
		i, _ = slices.BinarySearch(s.stored, s.at.Run)
	}
	if i == 0 {
		return ""
	}
	return s.stored[i-1]
}

// turn goes to the next run; without one the source is dry.
func (s *source) turn() {
	if s.dry = s.only || !s.back && s.log != nil && !s.over; s.dry {
		return
	}
	to := app.Position{}
	if s.back {
		to = app.Position{Run: s.earlier(), Seq: math.MaxInt64}
	} else {
		to.Run = nextRun(s.sup, s.ref, s.at.Run)
	}
	if s.dry = to.Run == "" || s.to.Run != "" && s.to.Run < to.Run; !s.dry || s.back {
		s.move(to)
	}
}

package logs

import (
	"context"
	"math"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/supervisor"
	"devservers/app/transcript"
)

// mergeSource walks through the output of one server, over all of its runs, in one direction at a time.
type mergeSource struct {
	s      *Logs
	ref    app.Ref
	at     app.Place         // all on this side of it was taken
	log    *supervisor.Log   // of at.Run; nil = not open
	buf    []transcript.Line // read and not taken yet, in ascending order
	over   bool              // what is in buf was read after the run had ended
	gap    *app.MergedLine   // to be given before the next line
	found  bool              // buf has only lines that match: what lies between them is not known to be missing
	step   int               // how many lines to read next
	opened int               // logs so far
	dry    bool              // there was nothing newer when this page was begun
	part   transcript.Line   // the unfinished line that was seen behind the last whole one; Seq 0 = none
	told   string            // what of it was given
	find   *transcript.Query // what every wanted line matches, for looking back fast; nil = nothing is known
	viewed bool              // it keeps its server from being idle
}

// The least and the most lines that a source reads at once.
const (
	firstStep = 64
	mostStep  = 2000
)

func (m *mergeSource) close() {
	if m.log != nil {
		_ = m.log.Close()
	}
	m.log, m.buf = nil, nil
}

// move goes to another run.
func (m *mergeSource) move(to app.Place) {
	m.close()
	m.at, m.part, m.told = to, transcript.Line{}, ""
}

// open opens the run that at is in. A run that is gone is as one without lines.
func (m *mergeSource) open() error {
	if m.log != nil || m.at.Run == "" {
		return nil
	}
	look := m.s.sup.Glance
	if m.viewed {
		look = m.s.sup.OpenLog
	}
	l, err := look(m.ref, m.at.Run)
	if err == nil {
		m.log = l
		m.opened++
	} else if codeOf(err) != app.CodeNotFound {
		return err
	}
	return nil
}

func (m *mergeSource) grow() transcript.Limit {
	m.step = min(max(firstStep, 2*m.step), mostStep)
	return transcript.Limit{Lines: m.step}
}

// older makes the newest line before at the last one of buf. Nothing in buf then means that there is none.
func (m *mergeSource) older(ctx context.Context) error {
	for len(m.buf) == 0 && m.gap == nil && m.at.Run != "" {
		if err := m.open(); err != nil {
			return err
		}
		if m.log != nil {
			m.over = m.log.Over()
			if err := m.readOlder(ctx); err != nil || len(m.buf) > 0 {
				return err
			}
			m.gap = m.lost(1, min(m.at.Seq, m.log.Bounds().First-1))
		}
		m.move(app.Place{Run: m.s.earlierRun(m.ref, m.at.Run), Seq: math.MaxInt64})
	}
	return nil
}

// readOlder searches where it can. Lines that were lost in the midst of a run show only to who reads all of the others.
func (m *mergeSource) readOlder(ctx context.Context) error {
	limit := m.grow()
	if m.found = m.find != nil && m.log.Bounds().DroppedLines == 0; m.found {
		return m.searchOlder(ctx, limit.Lines)
	}
	read, err := m.log.Before(seqAfter(m.at.Seq), limit)
	m.buf = read.Lines
	return err
}

// searchOlder takes the next lines that match: a search passes over the others many times as fast as reading them. A
// run is bounded, so that one search always gets through it.
func (m *mergeSource) searchOlder(ctx context.Context, limit int) error {
	q := *m.find
	q.Before, q.Limit = seqAfter(m.at.Seq), limit
	err := m.log.Search(ctx, q, func(l transcript.Line) bool {
		m.buf = append(m.buf, l)
		return true
	})
	if err != nil {
		m.buf = nil
	}
	slices.Reverse(m.buf)
	return err
}

func seqAfter(seq int64) int64 {
	if seq == math.MaxInt64 {
		return seq
	}
	return seq + 1
}

// lost is a gap of the run; nil when nothing is missing, or when it is not known what was there.
func (m *mergeSource) lost(from, to int64) *app.MergedLine {
	if from > to || to == math.MaxInt64 {
		return nil
	}
	return &app.MergedLine{LogLine: app.LogLine{Server: m.ref.String(), Run: m.at.Run, Seq: from}, Gap: &app.Gap{From: from, To: to}}
}

// takeOlder takes the last line of buf. The gap is what lies behind it.
func (m *mergeSource) takeOlder() (transcript.Line, *app.MergedLine) {
	l := m.buf[len(m.buf)-1]
	m.buf = m.buf[:len(m.buf)-1]
	var gap *app.MergedLine
	if !m.found {
		gap = m.lost(l.Seq+1, m.at.Seq)
	}
	m.at.Seq = l.Seq - 1
	return l, gap
}

// newer makes the oldest whole line behind at the first one of buf, and goes on to later runs. Nothing in buf then
// means that there is none yet.
func (m *mergeSource) newer() error {
	for len(m.buf) == 0 && m.gap == nil && !m.dry {
		if err := m.open(); err != nil {
			return err
		}
		if err := m.readNewer(); err != nil || len(m.buf) > 0 || m.gap != nil {
			return err
		}
		next := ""
		if m.log == nil || m.over {
			next = m.s.nextRun(m.ref, m.at.Run)
		}
		if m.dry = next == ""; !m.dry {
			m.move(app.Place{Run: next, Seq: 0})
		}
	}
	return nil
}

func (m *mergeSource) readNewer() error {
	if m.log == nil {
		return nil
	}
	m.over = m.log.Over() // before the reading: nothing comes after it then
	m.at.Seq = min(m.at.Seq, m.log.Bounds().Last)
	read, err := m.log.After(m.at.Seq, m.grow())
	if err != nil {
		return err
	}
	m.part = transcript.Line{}
	if n := len(read.Lines); n > 0 && read.Lines[n-1].Partial && !m.over {
		m.part, read.Lines = read.Lines[n-1], read.Lines[:n-1]
	}
	m.buf = read.Lines
	if read.Gap != nil && len(m.buf) == 0 {
		m.gap, m.at.Seq = m.lost(read.Gap.From, read.Gap.To), read.Gap.To
	}
	return nil
}

// takeNewer takes the first line of buf. The gap is what lies before it.
func (m *mergeSource) takeNewer() (transcript.Line, *app.MergedLine) {
	l := m.buf[0]
	m.buf = m.buf[1:]
	gap := m.lost(m.at.Seq+1, l.Seq-1)
	m.at.Seq = l.Seq
	return l, gap
}

// skip leaves all but the newest keep lines out when more than most wait, so that a reader that is too slow for a
// flood sees its end instead of its past.
func (m *mergeSource) skip(most, keep int64) {
	if m.log == nil {
		return
	}
	b := m.log.Bounds()
	if b.Last-m.at.Seq <= most {
		return
	}
	from, to := m.at.Seq+1, b.Last-keep
	if gap := m.lost(from, b.First-1); gap != nil {
		from = b.First
	}
	if m.gap = m.lost(from, to); m.gap != nil {
		m.gap.Skipped, m.gap.Time = true, time.Now()
		m.at.Seq, m.buf = to, nil
	}
}

func lineAt(l *supervisor.Log, seq int64) (time.Time, bool) {
	read, err := l.After(seq-1, transcript.Limit{Lines: 1})
	if err != nil || len(read.Lines) == 0 {
		return time.Time{}, false
	}
	return read.Lines[0].Time, true
}

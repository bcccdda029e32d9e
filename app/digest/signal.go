package digest

import (
	"slices"
	"strings"
	"time"

	"devservers/app/words"
)

// cycle is where the digest is in the rounds of edit, rebuild and errors. Words like "compiled" say little: tools print
// them after a failed build, too. So a signal clears only errors from before the rebuild that it reports on.
type cycle struct {
	begun   int64     // seq of the line with which the last rebuild or restart began
	edited  time.Time // the last edit
	loading bool      // the server has not loaded its code yet
	recent  []report  // the last signals: an edit may become known after the reaction to it
}

// report is a signal as it was printed.
type report struct {
	p    *Parser
	s    Signal
	text string
	at   lineRef
}

// maxRecent is how many signals are kept for an edit that becomes known late.
const maxRecent = 16

// EditedAt says that files of the project changed.
func (d *Digest) EditedAt(at time.Time) {
	if !at.After(d.cycle.edited) {
		return
	}
	d.cycle.edited = at
	for _, r := range d.cycle.recent {
		if r.at.at.After(at) {
			d.judge(r)
		}
	}
}

// Loaded says that the server has loaded its code, and serves: what had kept it from that and did not come again is
// fixed.
func (d *Digest) Loaded() {
	d.loaded(d.seen)
	d.cycle.loading = false
}

func (d *Digest) loaded(at lineRef) {
	for _, e := range d.entries {
		if e.loading && e.UnseenAt != nil && !e.Fixed {
			d.fix(e, at)
		}
	}
}

// Fix says that what raised these errors ran again without them.
func (d *Digest) Fix(which func(Error) bool) {
	for _, e := range d.entries {
		if !e.Fixed && which(e.Error) {
			d.fix(e, d.seen)
		}
	}
}

func (d *Digest) fix(e *entry, at lineRef) {
	d.version++
	e.Fixed, e.FixedAt, e.UnseenAt, e.Changed = true, &at.at, nil, d.seen.seq
}

// signal applies the line if it is one of p's signals, and reports whether it is.
func (d *Digest) signal(p *Parser, text string) bool {
	for _, s := range p.Signals {
		if strings.Contains(text, s.Text) && (s.Is == nil || s.Is(text)) {
			d.apply(p, s, text)
			return true
		}
	}
	return false
}

func (d *Digest) apply(p *Parser, s Signal, text string) {
	d.Flush()
	if s.Says == Ends {
		s.Says, s.Whole = d.ended(p), true
	}
	d.version++
	d.built = Build{Said: s.Says, Seq: d.seen.seq, At: d.seen.at, By: p.Kind, Text: words.Clip(strings.TrimSpace(text), maxMessage)}
	r := report{p, s, text, d.seen}
	d.judge(r)
	d.cycle.recent = append(d.cycle.recent[max(0, len(d.cycle.recent)+1-maxRecent):], r)
	d.began[p.Kind] = d.seen.seq
	switch {
	case s.Says == Begins && !s.OnRequest:
		d.cycle.begun, d.cycle.loading = d.seen.seq, true
	case s.restarts() && s.Says == Works:
		d.cycle.loading = false
	}
}

// restarts reports whether a signal is about the whole server, not about a build.
func (s Signal) restarts() bool { return len(s.Clears) > 0 && s.Clears[0] == "*" }

// judge clears the errors that a signal is about.
func (d *Digest) judge(r report) {
	kinds := r.s.Clears
	if kinds == nil {
		kinds = []string{r.p.Kind}
	}
	switch {
	case r.s.Says == Works && r.s.Whole:
		d.clear(kinds, r, r.at.seq, true)
	case r.s.Says == Fails && r.s.Whole:
		d.clear(kinds, r, d.began[r.p.Kind], true)
	case r.s.Says == Begins && r.s.restarts(), r.s.Says == Works, r.s.Says == Fails:
		d.clear(kinds, r, r.at.seq, false)
	}
	if r.s.Says == Works && r.s.restarts() {
		d.loaded(r.at)
	}
}

// ended returns the result of a build from the errors since it began.
func (d *Digest) ended(p *Parser) Said {
	for _, e := range d.entries {
		if e.Kind == p.Kind && e.Level == "error" && e.Last >= d.began[p.Kind] {
			return Fails
		}
	}
	return Works
}

// sparedBy returns which errors a signal leaves as they are; nil = none.
func (d *Digest) sparedBy(r report) func(Error) bool {
	if r.s.Spares == nil {
		return nil
	}
	return func(e Error) bool {
		edited := d.Edited != nil && d.Edited(e.File, e.LastAt, r.at.at)
		return r.s.Spares(r.text, e, edited)
	}
}

// clear ends errors that came last before a line and are not spared. They are fixed if proven, else not seen since: then
// only errors from before the rebuild count.
func (d *Digest) clear(kinds []string, r report, before int64, proven bool) {
	spared := d.sparedBy(r)
	for _, e := range d.entries {
		if e.Fixed || e.Last >= before || kinds[0] != "*" && !slices.Contains(kinds, e.Kind) || spared != nil && spared(e.Error) {
			continue
		}
		if proven {
			d.fix(e, r.at)
		} else if e.UnseenAt == nil && d.isOld(e, r) {
			d.version++
			e.UnseenAt, e.Changed = &r.at.at, d.seen.seq
		}
	}
}

// isOld reports whether an error is from before the rebuild that a signal reports on.
func (d *Digest) isOld(e *entry, r report) bool {
	if r.s.Says == Begins || e.Last < d.cycle.begun && d.cycle.begun < r.at.seq {
		return true
	}
	return e.LastAt.Before(d.cycle.edited) && d.cycle.edited.Before(r.at.at)
}

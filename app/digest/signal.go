package digest

import (
	"slices"
	"strings"
	"time"

	"devservers/app/base/words"
	"devservers/app/digest/parse"
)

// Words like "compiled" say little: tools print them after a failed build, too. So a signal clears only errors from
// before the rebuild that it reports on, and only those of its own process.

// Said is the meaning of a signal.
type Said = parse.Said

// Meanings of a signal.
const (
	Begins  = parse.Begins
	Works   = parse.Works
	Fails   = parse.Fails
	Ends    = parse.Ends
	Notices = parse.Notices
)

// report is a signal as it was printed.
type report struct {
	p    *parse.Parser
	s    parse.Signal
	text string
	at   parse.LineRef
	by   *stream
}

// maxRecent is how many signals are kept for an edit that becomes known late.
const maxRecent = 16

// EditedAt says that files of the project changed.
func (d *Digest) EditedAt(at time.Time) {
	if !at.After(d.edited) {
		return
	}
	d.edited = at
	for _, r := range d.recent {
		if r.at.At.After(at) {
			d.judge(r)
		}
	}
}

// Early is how much earlier than it was printed a line's time can be: times in transcripts are exact to 10ms, and to
// 100ms more while nobody follows. What may be from before or after a moment proves nothing.
const Early = 110 * time.Millisecond

// Loaded says that at this moment the server had loaded its code, and served: what had kept it from that and did not
// come again is fixed.
func (d *Digest) Loaded(at time.Time) {
	for _, e := range d.entries {
		s := d.streams[e.by]
		e.loading = e.loading && (e.LastAt.Add(Early).Before(at) || s != nil && e.Last > s.begun.Seq &&
			!s.begun.At.Add(Early).Before(at))
	}
	for _, s := range d.streams {
		if s.begun.At.Add(Early).Before(at) {
			d.loaded(s, parse.LineRef{Seq: d.seen.Seq, At: at})
			s.loaded, s.served = true, at
		}
	}
}

// isLoading reports whether a line was printed while the process loaded its code. An error may be recorded later than
// its lines.
func (s *stream) isLoading(at parse.LineRef) bool {
	return !s.loaded || at.At.Add(Early).Before(s.served)
}

// Reacted says that the server reacted to the edit at this moment: errors from before were not seen since. Those that
// compilers report stay, unless their file was edited or of reports that they are of files that were.
func (d *Digest) Reacted(edit, at time.Time, of func(Error) bool) {
	for _, e := range d.entries {
		stays := e.placed && e.File != "" && !isToolCode(e.File) && d.Edited != nil && !d.Edited(e.File, e.LastAt, at)
		if e.Current() && e.LastAt.Before(edit) && (!stays || of(e.Error)) {
			d.unsee(e, at)
		}
	}
}

// isToolCode reports whether a file is of a package: an error in the code of a tool belongs to its build, as nobody
// edits that file.
func isToolCode(file string) bool {
	return strings.Contains("/"+file, "/node_modules/") || strings.Contains(file, "/site-packages/")
}

func (d *Digest) unsee(e *entry, at time.Time) {
	if d.Stays != nil && d.Stays(e.Error) {
		return
	}
	d.version++
	e.UnseenAt, e.Changed, e.Version = &at, d.seen.Seq, d.version
}

func (d *Digest) loaded(s *stream, at parse.LineRef) {
	for _, e := range d.entries {
		if e.by == s.name && e.loading && e.UnseenAt != nil && !e.Fixed {
			d.fix(e, at.At)
		}
	}
}

// Fix says that what raised these errors ran again at this moment without them.
func (d *Digest) Fix(at time.Time, which func(Error) bool) {
	for _, e := range d.entries {
		if !e.Fixed && which(e.Error) {
			d.fix(e, at)
		}
	}
}

func (d *Digest) fix(e *entry, at time.Time) {
	d.version++
	e.Fixed, e.FixedAt, e.UnseenAt, e.Changed, e.Version = true, &at, nil, d.seen.Seq, d.version
}

// signal applies the line if it is one of p's signals, and reports whether it is.
func (d *Digest) signal(p *parse.Parser, text string) bool {
	for _, s := range p.Signals {
		if strings.Contains(text, s.Text) && (s.Is == nil || s.Is(text)) {
			d.apply(p, s, text)
			return true
		}
	}
	return false
}

func (d *Digest) apply(p *parse.Parser, s parse.Signal, text string) {
	d.Flush()
	if s.Says == Ends {
		s.Says, s.Whole = d.entries.result(p, d.s), true
	}
	d.version++
	d.built = Build{Said: s.Says, Seq: d.seen.Seq, At: d.seen.At, By: p.Kind, Text: words.Clip(strings.TrimSpace(text),
		maxMessage), Restart: restarts(s)}
	r := report{p, s, text, d.seen, d.s}
	d.judge(r)
	d.recent = append(d.recent[max(0, len(d.recent)+1-maxRecent):], r)
	d.s.began[p.Kind] = d.seen.Seq
	switch {
	case s.Says == Begins && !s.OnRequest:
		d.s.loaded = false
		if !s.Same {
			d.s.begun = d.seen
		}
	case restarts(s) && s.Says == Works:
		d.s.loaded = true
	case s.Says == Fails && s.Whole && !d.entries.explain(0): // it doesn't say why: that it failed is the error
		after, _ := parse.CutTime(text)
		d.record(parse.Finding{Message: after}, p, d.seen, d.seen)
	}
}

// restarts reports whether a signal is about the whole server, not about a build.
func restarts(s parse.Signal) bool { return len(s.Clears) > 0 && s.Clears[0] == "*" }

// judge clears the errors that a signal is about.
func (d *Digest) judge(r report) {
	kinds := r.s.Clears
	if kinds == nil {
		kinds = []string{r.p.Kind}
	}
	switch {
	case r.s.Says == Works && r.s.Whole:
		d.clear(kinds, r, r.at.Seq, true)
	case r.s.Says == Fails && r.s.Whole:
		if began := r.by.began[r.p.Kind]; d.entries.since(kinds, r.by, began) { // else it is said twice
			d.clear(kinds, r, began, true)
		}
	case r.s.Says == Begins && restarts(r.s), r.s.Says == Works, r.s.Says == Fails, r.s.Says == Notices:
		d.clear(kinds, r, r.at.Seq, false)
	}
	if r.s.Says == Works && restarts(r.s) {
		d.loaded(r.by, r.at)
	}
}

// result returns the result of a build of a process from the errors since it began.
func (list entries) result(p *parse.Parser, by *stream) Said {
	for _, e := range list {
		if e.Kind == p.Kind && e.Level == "error" && e.by == by.name && e.Last >= by.began[p.Kind] {
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
		edited := d.Edited != nil && d.Edited(e.File, e.LastAt, r.at.At)
		return r.s.Spares(r.text, parse.Finding{Message: e.Message, File: e.File}, edited)
	}
}

// clear ends errors that came last before a line and are not spared. They are fixed if proven, else not seen since:
// then only errors from before the rebuild count.
func (d *Digest) clear(kinds []string, r report, before int64, proven bool) {
	spared := d.sparedBy(r)
	for _, e := range d.entries {
		if e.Fixed || e.by != r.by.name || e.Last >= before || !r.concerns(e.Kind, kinds) || spared != nil &&
			spared(e.Error) {
			continue
		}
		if proven {
			d.fix(e, r.at.At)
		} else if e.UnseenAt == nil && e.precedes(r, d.edited) {
			d.unsee(e, r.at.At)
		}
	}
}

// concerns reports whether a signal is about errors of a kind. A restart is about all but those of tools that speak for
// themselves in this output: "Restarting" of a program says nothing about what a compiler beside it found.
func (r report) concerns(kind string, kinds []string) bool {
	if kinds[0] != "*" {
		return slices.Contains(kinds, kind)
	}
	return kind == r.p.Kind || r.by.began[kind] == 0 && !slices.Contains(kinds, kind)
}

// precedes reports whether an error is from before the rebuild that a signal reports on; edited is the last edit.
func (e *entry) precedes(r report, edited time.Time) bool {
	if r.s.Says == Begins && !r.s.Same || e.Last < r.by.begun.Seq && r.by.begun.Seq < r.at.Seq {
		return true
	}
	return e.LastAt.Before(edited) && edited.Before(r.at.At)
}

package digest

import (
	"slices"
	"strings"
	"time"

	"devservers/app/digest/place"
	"devservers/app/digest/prefix"
	"devservers/app/words"
)

// Limits of a Digest.
const (
	MaxEntries = 200
	keptFirst  = 20      // errors that came first and stay
	maxText    = 2000    // bytes of a line that are parsed
	maxJSON    = 1 << 14 // bytes of one in JSON
	maxMessage = 500     // bytes of a message
	maxBlock   = 1000    // lines of one error
)

// lineRef is a line of the transcript.
type lineRef struct {
	seq int64
	at  time.Time
}

// Digest holds the errors of one run so far. It is not safe for concurrent use.
type Digest struct {
	// Edited reports whether a file, named as in an Error, was written or removed between two moments. It is called
	// when a tool has built only a part; nil: unknown.
	Edited func(file string, after, before time.Time) bool

	paths    paths
	files    *place.Files
	prefixes *prefix.Prefixes
	streams  map[string]*stream // by prefix
	s        *stream            // of the line that is read

	entries []*entry // in the order of their first time
	byKey   map[string]*entry
	seen    lineRef
	built   Build
	version int64
	edited  time.Time // the last edit
	recent  []report  // the last signals: an edit may become known after the reaction to it
	dropped int64     // errors that were dropped
}

// Build is the last signal of a server about its work.
type Build struct {
	Said Said
	Seq  int64
	At   time.Time
	By   string // kind of the parser that knows the signal
	Text string // the line
	// Restart says that it is about the whole server. One that begins has no line that says when it is done.
	Restart bool
}

// New returns a Digest for a server of the project in root with the working directory dir (both absolute; "" =
// unknown). Files in root are named relative to it.
func New(root, dir string) *Digest {
	d := &Digest{paths: newPaths(root, dir), files: place.NewFiles(root, dir), prefixes: prefix.New(tags()), byKey: map[string]*entry{}}
	d.streams = map[string]*stream{"": newStream("")}
	d.s = d.streams[""]
	return d
}

// Add reads the next line, as text.Plain returns it. It doesn't keep it.
func (d *Digest) Add(seq int64, at time.Time, line []byte) {
	d.seen = lineRef{seq, at}
	line = cut(line)
	name, text := d.prefixes.Cut(line)
	if d.streams[string(name)] == nil && d.s.open != nil && d.continues(string(line)) {
		d.s.remember(line, d.seen) // what looks like a prefix is part of an error
		return
	}
	d.turnTo(name)
	if d.s.open == nil || !d.continues(string(text)) {
		d.s.end()
		if found := d.found(line, text); found != 0 {
			d.parse(found, string(text), string(line))
		} else {
			d.flush(d.s)
		}
	}
	d.s.remember(text, d.seen)
}

// cut bounds a line. One in JSON is longer, because it makes sense only as a whole.
func cut(line []byte) []byte {
	limit := maxText
	if len(line) > 0 && line[0] == '{' {
		limit = maxJSON
	}
	return line[:min(len(line), limit)]
}

// continues reports whether the line belongs to the open error by its parser, and adds it.
func (d *Digest) continues(text string) bool {
	r := d.s.open
	if r.parser.Next == nil || r.over || r.lines >= maxBlock {
		return false // parse ends it, unless it becomes part of what begins here
	}
	if !r.parser.Next(r, text) {
		return false
	}
	r.lines++
	if text != "" {
		r.to = d.seen
	}
	r.explained(text)
	d.takeOthers(r)
	return true
}

// found returns the parsers that may know the line.
func (d *Digest) found(line, text []byte) set {
	c := allCues()
	found := c.in(line)
	for rest := found & c.picky; rest != 0; {
		one := rest & -rest
		if p := rest.first(); !p.Might(text) {
			found &^= one
		}
	}
	if found&c.general == 0 && (d.s.open != nil || mightBegin(text)) {
		found |= c.general
	}
	return found
}

// parse tries the parsers whose cues the line contains, with and without the prefix of a process, and then the general
// rules.
func (d *Digest) parse(found set, text, line string) {
	for rest := found; rest != 0; {
		p := rest.first()
		if d.signal(p, line) || len(text) < len(line) && d.signal(p, text) {
			d.Flush()
			return
		}
	}
	prev := string(d.s.prev)
	for found != 0 {
		p := found.first()
		if p.Begin == nil {
			continue
		}
		r := p.Begin(text, prev)
		if r == nil && len(text) < len(line) {
			r = p.Begin(line, prev)
		}
		if r != nil {
			d.begin(p, r)
			return
		}
	}
	d.general(text)
}

// begin makes r the open error.
func (d *Digest) begin(p *Parser, r *Reading) {
	r.parser, r.from, r.to, r.lines = p, d.seen, d.seen, 1
	if o := d.s.open; o != nil && r.isTraceOf(o) {
		r.absorb(o)
		d.s.open = nil
	} else if o != nil && o.isHeading() {
		d.s.open = nil
	} else if o != nil && o.general.header && !o.Ready && r.File == "" {
		r.File, r.Line, r.Column, r.general.rank, r.rank, r.from = o.File, o.Line, o.Column, o.general.rank, theirs, o.from
	}
	d.flush(d.s)
	r.from.seq -= int64(r.back)
	d.s.open = r
	d.takeOthers(r)
}

func (d *Digest) takeOthers(r *Reading) {
	for _, f := range r.others {
		d.record(f, r.parser, d.seen, d.seen)
	}
	r.others = nil
}

// record counts an error once more.
func (d *Digest) record(f Finding, p *Parser, from, to lineRef) {
	f = d.tidy(f, p)
	if d.repeats(f, from) {
		return
	}
	key := fingerprint(f)
	if p.Placed {
		key += "\x00" + Error{File: f.File, Line: f.Line, Column: f.Column}.Place()
	}
	e := d.byKey[key]
	if e == nil {
		e = d.enter(key, f, from)
	}
	if !e.Current() {
		e.before = append(e.before[max(0, len(e.before)+1-maxSpans):], span{e.Since, e.LastSeen()})
	}
	if e.Count == 0 || !e.Current() {
		e.Since = from.at
	}
	e.Count++
	d.version++
	e.Line, e.Column = f.Line, f.Column
	e.From, e.Last, e.LastAt, e.Changed = from.seq, to.seq, to.at, to.seq
	e.Fixed, e.FixedAt, e.UnseenAt, e.loading = false, nil, nil, !d.s.loaded
	e.placed, e.by = p.Placed, d.s.name
}

func (d *Digest) tidy(f Finding, p *Parser) Finding {
	if f.Kind == "" {
		f.Kind = p.Kind
	}
	if f.Level == "" {
		f.Level = "error"
	}
	d.locate(&f)
	f.Message = words.Clip(strings.Join(strings.Fields(f.Message), " "), maxMessage)
	return f
}

// enter adds an entry. If there are too many, it replaces the least important one.
func (d *Digest) enter(key string, f Finding, from lineRef) *entry {
	if len(d.entries) >= MaxEntries {
		d.drop()
	}
	e := &entry{key: key, Error: Error{Kind: f.Kind, Level: f.Level, Message: f.Message, File: f.File, First: from.seq, FirstAt: from.at, Fingerprint: fingerprint(f)}}
	d.entries, d.byKey[key] = append(d.entries, e), e
	return e
}

// drop drops an entry: one that is not current or a warning, else the oldest after the first ones, which may be the
// cause of the others.
func (d *Digest) drop() {
	i := slices.IndexFunc(d.entries, func(e *entry) bool { return !e.Current() || e.Level == "warn" })
	if i < 0 {
		i = keptFirst
		d.dropped++
	}
	delete(d.byKey, d.entries[i].key)
	d.entries = slices.Delete(d.entries, i, i+1)
}

// Dropped returns how many current errors were dropped because there were more than MaxEntries.
func (d *Digest) Dropped() int64 { return d.dropped }

// Entries returns the errors so far, in the order of their first time.
func (d *Digest) Entries() []Error {
	list := make([]Error, len(d.entries))
	for i, e := range d.entries {
		list[i] = e.Error
		list[i].before = slices.Clone(e.before)
	}
	return list
}

// Version returns a number that changes whenever an entry changes.
func (d *Digest) Version() int64 { return d.version }

// Built returns the last signal of the server about its work.
func (d *Digest) Built() Build { return d.built }

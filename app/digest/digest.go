package digest

import (
	"slices"
	"strings"
	"time"

	"devservers/app/words"
)

// Limits of a Digest.
const (
	MaxEntries = 200
	maxText    = 2000 // bytes of a line that are parsed
	maxMessage = 500  // bytes of a message
	maxBlock   = 1000 // lines of one error
)

// place is a line of the transcript.
type place struct {
	seq int64
	at  time.Time
}

// Digest holds the errors of one run so far. It is not safe for concurrent use.
type Digest struct {
	// Edited reports whether a file, named as in an Error, was written or removed between two moments. It is called
	// when a tool has built only a part; nil: unknown.
	Edited func(file string, after, before time.Time) bool

	paths   paths
	entries []*entry // in the order of their first time
	byKey   map[string]*entry
	open    *Reading
	seen    place
	prev    []byte // the line before
	built   Build
	version int64
	began   map[string]int64 // by kind: the last signal of its tool
	cycle   cycle
}

// Build is the last signal of a server about its work.
type Build struct {
	Said Said
	Seq  int64
	At   time.Time
	By   string // kind of the parser that knows the signal
	Text string // the line
}

// New returns a Digest for a server of the project in root with the working directory dir (both absolute; "" =
// unknown). Files in root are named relative to it.
func New(root, dir string) *Digest {
	return &Digest{paths: newPaths(root, dir), byKey: map[string]*entry{}, began: map[string]int64{}, cycle: cycle{loading: true}}
}

// Add reads the next line, as text.Plain returns it. It doesn't keep text.
func (d *Digest) Add(seq int64, at time.Time, text []byte) {
	d.seen = place{seq, at}
	if len(text) > maxText {
		text = text[:maxText]
	}
	if d.open == nil || !d.continues(string(text)) {
		if found := d.found(text); found != 0 {
			d.parse(found, text)
		} else {
			d.skip(text)
		}
	}
	d.prev = append(d.prev[:0], text...)
}

// continues reports whether the line belongs to the open error, and adds it.
func (d *Digest) continues(text string) bool {
	r := d.open
	if r.parser.Next == nil || r.lines >= maxBlock || !r.parser.Next(r, text) {
		return false // parse ends it, unless it becomes part of what begins here
	}
	r.lines++
	if text != "" {
		r.to = d.seen
	}
	d.takeOthers(r)
	return true
}

// found returns the parsers that may know the line.
func (d *Digest) found(text []byte) set {
	c := allCues()
	found := c.in(text)
	for rest := found & c.picky; rest != 0; {
		one := rest & -rest
		if p := rest.first(); !p.Might(text) {
			found &^= one
		}
	}
	return found
}

// skip ends the open error, unless that waits for a trace: no parser knows the line.
func (d *Digest) skip(text []byte) {
	if r := d.open; r != nil && !r.waits(string(text)) {
		d.Flush()
	}
}

// parse tries the parsers whose cues the line contains.
func (d *Digest) parse(found set, line []byte) {
	text := string(line)
	for rest := found; rest != 0; {
		p := rest.first()
		if d.signal(p, text) {
			d.Flush()
			return
		}
	}
	prev := string(d.prev)
	for found != 0 {
		p := found.first()
		if p.Begin == nil {
			continue
		}
		if r := p.Begin(text, prev); r != nil {
			d.begin(p, r)
			return
		}
	}
	d.skip(line)
}

// begin makes r the open error.
func (d *Digest) begin(p *Parser, r *Reading) {
	r.parser, r.from, r.to, r.lines = p, d.seen, d.seen, 1
	if o := d.open; o != nil && r.isTraceOf(o) {
		r.absorb(o)
		d.open = nil
	}
	d.Flush()
	r.from.seq -= int64(r.back)
	d.open = r
	d.takeOthers(r)
}

// Flush ends the open error: nothing more comes for now.
func (d *Digest) Flush() {
	if r := d.open; r != nil {
		d.open = nil
		if r.Ready {
			d.record(r.Finding, r.parser, r.from, r.to)
		}
	}
}

// Open reports whether there is an open error that Flush would record.
func (d *Digest) Open() bool { return d.open != nil && d.open.Ready }

// Seen returns the seq of the last line that is completely processed. Errors that changed after it are new to a caller
// that has seen it.
func (d *Digest) Seen() int64 {
	if d.open != nil {
		return d.open.from.seq - 1
	}
	return d.seen.seq
}

func (d *Digest) takeOthers(r *Reading) {
	for _, f := range r.others {
		d.record(f, r.parser, d.seen, d.seen)
	}
	r.others = nil
}

// record counts an error once more.
func (d *Digest) record(f Finding, p *Parser, from, to place) {
	f = d.tidy(f, p)
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
	e.Fixed, e.FixedAt, e.UnseenAt, e.loading = false, nil, nil, d.cycle.loading
}

func (d *Digest) tidy(f Finding, p *Parser) Finding {
	if f.Kind == "" {
		f.Kind = p.Kind
	}
	if f.Level == "" {
		f.Level = "error"
	}
	f.File = d.paths.short(f.File)
	f.Message = words.Clip(strings.Join(strings.Fields(f.Message), " "), maxMessage)
	return f
}

// enter adds an entry. If there are too many, it replaces the least important one.
func (d *Digest) enter(key string, f Finding, from place) *entry {
	if len(d.entries) >= MaxEntries {
		i := max(0, slices.IndexFunc(d.entries, func(e *entry) bool { return !e.Current() || e.Level == "warn" }))
		delete(d.byKey, d.entries[i].key)
		d.entries = slices.Delete(d.entries, i, i+1)
	}
	e := &entry{key: key, Error: Error{Kind: f.Kind, Level: f.Level, Message: f.Message, File: f.File, First: from.seq, FirstAt: from.at, Fingerprint: fingerprint(f)}}
	d.entries, d.byKey[key] = append(d.entries, e), e
	return e
}

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

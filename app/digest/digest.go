package digest

import (
	"cmp"
	"strings"
	"time"

	"devservers/app/base/words"
	"devservers/app/digest/parse"
	"devservers/app/transcript/text"
)

// Limits of a Digest.
const (
	MaxEntries = 200
	keptFirst  = 20      // errors that came first and stay
	maxJSON    = 1 << 14 // bytes of one in JSON
	maxMessage = 500     // bytes of a message
	maxBlock   = 1000    // lines of one error
)

// Digest holds the errors of one run so far. It is not safe for concurrent use.
type Digest struct {
	// Edited reports whether a file, named as in an Error, was written or removed between two moments. It is called
	// when a tool has built only a part; nil: unknown.
	Edited func(file string, after, before time.Time) bool
	// Stays reports whether only Fix ends an error: one of a page in a browser, which runs on whatever the server does.
	Stays func(Error) bool

	where    where
	prefixes *Prefixes
	streams  map[string]*stream // by prefix
	s        *stream            // of the line that is read

	entries entries // in the order of their first time
	byKey   map[string]*entry
	seen    parse.LineRef
	built   Build
	version int64
	edited  time.Time // the last edit
	recent  []report  // the last signals: an edit may become known after the reaction to it
	dropped int64     // errors that were dropped
	noted
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
	d := &Digest{where: newWhere(root, dir),
		prefixes: NewPrefixes(parse.Tags()), byKey: map[string]*entry{}}
	d.streams = map[string]*stream{"": newStream("")}
	d.s = d.streams[""]
	return d
}

// Add reads the next line, as text.Plain returns it. It doesn't keep it.
func (d *Digest) Add(seq int64, at time.Time, line []byte) {
	d.seen, d.where.now = parse.LineRef{Seq: seq, At: at}, at
	line = cut(line)
	name, text := d.prefixes.Cut(line)
	if d.s.open != nil && d.streams[name] == nil && d.continues(string(line)) {
		d.s.remember(line, d.seen) // what looks like a prefix is part of an error
		return
	}
	d.turnTo(name)
	if d.s.open == nil || !d.continues(string(text)) {
		d.s.end()
		if found, general := d.found(line, text); general {
			d.parse(found, string(text), string(line))
		} else {
			d.flush(d.s)
		}
	}
	d.s.remember(text, d.seen)
}

// Plain reports whether the last line is no part of an error, as far as known.
func (d *Digest) Plain() bool { return d.s.open == nil || d.s.open.To.Seq < d.seen.Seq }

// cut bounds a line. One in JSON is longer, because it makes sense only as a whole.
func cut(line []byte) []byte {
	limit := parse.MaxText
	if len(line) > 0 && line[0] == '{' {
		limit = maxJSON
	}
	return line[:min(len(line), limit)]
}

// continues reports whether the line belongs to the open error by its parser, and adds it.
func (d *Digest) continues(text string) bool {
	r := d.s.open
	if r.Parser.Next == nil || r.Over || r.Lines >= maxBlock {
		return false // parse ends it, unless it becomes part of what begins here
	}
	if !r.Parser.Next(r, text) {
		return false
	}
	r.Lines++
	if text != "" {
		r.To = d.seen
	}
	r.Explained(text)
	d.takeOthers(r)
	return true
}

// found returns the parsers that may know the line. general: the general rules may.
func (d *Digest) found(line, text []byte) (found parse.Set, general bool) {
	found = parse.Find(line)
	return found, found != 0 || d.s.open != nil || d.s.listed != "" || mightBegin(text)
}

// parse tries the parsers whose cues the line contains, with and without the prefix of a process, and then the general
// rules.
func (d *Digest) parse(found parse.Set, own, line string) {
	for rest := found; rest != 0; {
		p := rest.First()
		if d.signal(p, line) || len(own) < len(line) && d.signal(p, own) {
			d.Flush()
			return
		}
	}
	prev := string(d.s.prev)
	for found != 0 {
		p := found.First()
		if p.Begin == nil {
			continue
		}
		r := p.Begin(own, prev)
		if r == nil && len(own) < len(line) {
			r = p.Begin(line, prev)
		}
		if r != nil && !text.CountsNone(own) {
			d.begin(p, r)
			return
		}
	}
	d.general(own)
}

// begin makes r the open error.
func (d *Digest) begin(p *parse.Parser, r *parse.Reading) {
	r.Parser, r.From, r.To, r.Lines = p, d.seen, d.seen, 1
	if o := d.s.open; o != nil && isHeading(o) && r.Block.Heading && saysMore(o.Message, r.Message) {
		o.Lines, o.To = o.Lines+1, d.seen
		return
	} else if o != nil && r.IsTraceOf(o) {
		r.Absorb(o)
		d.s.open = nil
	} else if o != nil && (isHeading(o) || o.Block.Header && !o.Ready && r.File != "" && o.File == r.File ||
		r.Back > 0 && o.From.Seq == d.seen.Seq-int64(r.Back)) {
		d.s.open = nil
	} else if o != nil && o.Block.Header && !o.Ready && r.File == "" {
		r.File, r.Line, r.Column, r.Block.Rank, r.Rank, r.From = o.File, o.Line, o.Column, o.Block.Rank, parse.Theirs, o.From
	}
	d.flush(d.s)
	r.From.Seq -= int64(r.Back)
	d.s.open = r
	d.takeOthers(r)
}

// other records an error of a report that goes on.
func (d *Digest) other(r *parse.Reading, f parse.Finding) {
	r.To = d.seen
	d.record(f, r.Parser, d.seen, d.seen)
}

func (d *Digest) takeOthers(r *parse.Reading) {
	for _, f := range r.Others {
		d.record(f, r.Parser, d.seen, d.seen)
	}
	r.Others = nil
}

// record counts an error once more.
func (d *Digest) record(f parse.Finding, p *parse.Parser, from, to parse.LineRef) {
	if c := parse.CompilerOf(f.File); c != nil && p == &parse.Reports {
		p = c
	}
	p = cmp.Or(parse.Named(f.Kind), p)
	f = d.tidy(f, p)
	if d.entries.tell(f, from) {
		d.note(Error{Level: f.Level}, from.Seq, to.Seq, to.At)
		return
	}
	key := fingerprint(f)
	if p.Placed || strings.HasPrefix(f.Message, "AssertionError") { // of a test that failed, one of several
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
		e.Since = from.At
	}
	if e.Count == 0 || !e.Current() || e.Last > d.s.again {
		e.Count++
	}
	d.version++
	if e.Line != f.Line { // the message is that of the place
		e.Message = f.Message
	}
	e.Line, e.Column = f.Line, f.Column
	e.From, e.Last, e.LastAt, e.Changed, e.Version = from.Seq, to.Seq, to.At, to.Seq, d.version
	e.Fixed, e.FixedAt, e.UnseenAt, e.loading = false, nil, nil, d.s.isLoading(to)
	e.placed, e.by = p.Placed, d.s.name
	d.note(e.Error, from.Seq, to.Seq, to.At)
}

func (d *Digest) tidy(f parse.Finding, p *parse.Parser) parse.Finding {
	if f.Kind == "" {
		f.Kind = p.Kind
	}
	if f.Level == "" {
		f.Level = "error"
	}
	if p.FromZero && f.Line > 0 {
		f.Column++
	}
	d.where.locate(&f)
	f.Message = words.Clip(strings.Join(strings.Fields(f.Message), " "), maxMessage)
	return f
}

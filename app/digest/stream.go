package digest

import (
	"bytes"
	"cmp"
	"strings"
	"time"

	"devservers/app/digest/parse"
)

// Limits of streams.
const (
	maxStreams = 40
	maxOpen    = 500             // lines of others after which an open error is over
	maxSilent  = 2 * time.Second // time after which it is
)

// stream is the output of one of the processes that share a terminal.
type stream struct {
	open *parse.Reading
	prev []byte // the line before
	last parse.LineRef
	top  []byte // the last line that is not indented
	topN int64  // its seq

	name   string           // its prefix
	began  map[string]int64 // by kind: the last signal of its tool
	begun  parse.LineRef    // the line with which the last rebuild or restart began
	loaded bool             // the process has loaded its code since
	served time.Time        // when it had, if that is known from elsewhere

	file   string // the last file that was named alone
	fileN  int64  // the seq of that line
	listed string // the level of the items of a list, by its heading
	again  int64  // the line below which what failed is printed once more
	warned string // a file of which a line said that it has only warnings
	table  bool   // the rows of a table of data are printed
	helps  bool   // help is printed: what is indented below "usage" or an option explains them
}

func newStream(name string) *stream { return &stream{name: name, began: map[string]int64{}} }

// remember keeps the line for the next one.
func (s *stream) remember(text []byte, at parse.LineRef) {
	text = text[:min(len(text), parse.MaxText)]
	s.prev, s.last = append(s.prev[:0], text...), at
	s.helps = parse.IsHelp(text) || s.helps && (len(text) == 0 || indentOf(text) > 0 || text[len(text)-1] == ':')
	s.table = parse.IsTableRule(text) || s.table && bytes.IndexByte(text, '|') >= 0
	if len(text) > 0 && text[0] != ' ' && text[0] != '\t' {
		s.top, s.topN = append(s.top[:0], text...), at.Seq
	}
}

// maxAbove is how many lines above a place its message is looked for.
const maxAbove = 8

// above returns the message above the line with a number: the line before, or the last one that is not indented. back
// is how many lines it is away.
func (s *stream) above(seq int64, directly bool) (line string, back int) {
	if prev := strings.TrimSpace(string(s.prev)); prev != "" && seq-s.last.Seq == 1 && (directly ||
		indentOf(string(s.prev)) == 0) {
		return prev, 1
	}
	if seq-s.topN > maxAbove || len(s.top) == 0 {
		return "", 0
	}
	return string(s.top), int(seq - s.topN)
}

// maxBetween is how many lines may stand between the name of a file and what is found in it.
const maxBetween = 200

// fileFor returns the file that lines without one are about; "" = unknown.
func (s *stream) fileFor(seq int64) string {
	if seq-s.fileN > maxBetween {
		return ""
	}
	return s.file
}

// end notes that the parser of the open error knows no more lines of it.
func (s *stream) end() {
	if s.open != nil {
		s.open.Over = true
	}
}

// turnTo makes the stream with a prefix the current one. A line without a prefix belongs to the one before.
func (d *Digest) turnTo(name string) {
	if len(d.streams) > 1 && d.seen.Seq%64 == 0 {
		d.endSilent()
	}
	if name == "" {
		return
	}
	s := d.streams[name]
	if s == nil {
		if len(d.streams) >= maxStreams {
			d.Flush()
			clear(d.streams)
		}
		s = newStream(name)
		d.streams[name] = s
	}
	d.s = s
}

// endSilent ends the open errors of streams that have printed nothing for a while.
func (d *Digest) endSilent() {
	for _, s := range d.streams {
		if s.open != nil && (d.seen.Seq-s.last.Seq > maxOpen || d.seen.At.Sub(s.last.At) > maxSilent) {
			d.flush(s)
		}
	}
}

// Flush ends the open errors: nothing more comes for now.
func (d *Digest) Flush() {
	for _, s := range d.streams {
		d.flush(s)
	}
}

// End ends the open error that the last line belongs to: the next line is no part of it.
func (d *Digest) End() { d.flush(d.s) }

// flush ends the open error of a stream.
func (d *Digest) flush(s *stream) {
	r := s.open
	if r == nil {
		return
	}
	s.open = nil
	quotes := r.Level == "" && r.Block.Header && r.Block.Rank == rankOurs && r.Line > 0 && r.Block.Quoted > 0
	if !r.Ready && r.Held != "" && (r.Level != "" ||
		quotes) { // a heading with a place, and no message below; or quoted source
		r.Level, r.Message, r.Ready = cmp.Or(r.Level, "error"), r.Held, true
	}
	if r.Ready && !interrupted.Matches(r.Message) {
		now := d.s
		d.s = s
		d.record(r.Finding, r.Tool(), r.From, r.To)
		d.s = now
	}
}

// Open reports whether there is an open error that Flush would record.
func (d *Digest) Open() bool {
	for _, s := range d.streams {
		if s.open != nil && s.open.Ready {
			return true
		}
	}
	return false
}

// Seen returns the seq of the last line that is completely processed. Errors that changed after it are new to a caller
// that has seen it.
func (d *Digest) Seen() int64 {
	seen := d.seen.Seq
	for _, s := range d.streams {
		if s.open != nil {
			seen = min(seen, s.open.From.Seq-1)
		}
	}
	return seen
}

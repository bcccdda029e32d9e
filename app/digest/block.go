package digest

import (
	"cmp"
	"strings"

	"devservers/app/digest/place"
	"devservers/app/transcript/text"
)

// block is what the general rules know of an open error.
type block struct {
	rank    int  // of its place
	indent  int  // of its first line
	header  bool // its first line is a place, the message follows
	table   bool // its first line is a file, rows follow
	sure    bool // the project has this file
	blanks  int  // empty lines in a row
	quoted  int  // number of the quoted line of source
	rows    int
	heading bool // it says nothing of its own
	titled  bool // its first line is the title of a failed test
}

// maxBelow is how many lines after the first one a place is looked for.
const maxBelow = 12

// general reads a line that no parser knows.
func (d *Digest) general(line string) {
	r := d.s.open
	if r != nil && r.general.table && (d.row(r, line) || isSummary(line)) {
		return
	}
	if strings.TrimSpace(line) == "" || r != nil && isFramed(line) {
		if r != nil && !d.lies(r, head{}, line) {
			d.flush(d.s)
		}
		return
	}
	h := d.see(line)
	if h.mark && isFramed(h.rest) { // a level before each line of a frame
		if r != nil {
			d.lies(r, h, h.rest)
		}
		return
	}
	if r != nil && d.pointed(r, h) {
		return
	}
	if next := d.beginGeneral(h, line); next != nil && (r == nil || !r.holds(h, next)) {
		d.begin(cmp.Or(next.parser, &levels), next)
		return
	}
	if r != nil && !d.lies(r, h, line) {
		d.flush(d.s)
	}
}

// beginGeneral returns the error that a line begins; nil = none.
func (d *Digest) beginGeneral(h head, line string) *Reading {
	switch {
	case h.level == note, isHarmless(h, line):
		return nil
	case h.first && !h.alone && h.level != "":
		return h.placed()
	case h.first && h.alone && (h.arrow || (h.frame || h.indent > 0) && d.s.open == nil):
		if r := d.below(h); r != nil {
			return r
		}
	case h.at.rank > rankTheirs && headWord.find(line[:min(len(line), h.at.to)]) != nil && strings.HasSuffix(line, ":"):
		h.level = "error"
		return &Reading{parser: &reports, Ready: true, Finding: h.finding(strings.TrimSpace(line)), general: block{header: true, rank: h.at.rank, indent: h.indent}}
	}
	if level := logged(line); level != "" {
		return d.log(h, line, level)
	}
	switch {
	case h.first && (h.at.rank == rankOurs || h.at.column > 0):
		return &Reading{parser: &reports, held: h.rest, rank: h.at.rank, Finding: h.finding(""), general: block{header: true, rank: h.at.rank, indent: h.indent}}
	case numbered.find(line) != nil:
		return &Reading{Finding: Finding{Level: "error", Message: numbered.find(line)[1]}, general: block{indent: h.indent, titled: true}}
	case d.s.isTitle(strings.TrimSpace(line)):
		return &Reading{Ready: true, Finding: Finding{Level: "error", Message: strings.TrimSpace(line)}, general: block{indent: 0}}
	case h.mark, h.named && h.indent == 0:
		return d.log(h, line, cmp.Or(h.level, "error"))
	case h.at.rank > 0 && h.indent == 0 && atEnd(line, h):
		if from := min(len(line), h.at.from); pointer.find(line[:from]) != nil { // the message follows
			f := h.finding("")
			f.Level = "error"
			return &Reading{parser: &reports, held: strings.TrimSpace(line), Finding: f, general: block{header: true, rank: h.at.rank}}
		}
		return &Reading{Ready: true, Finding: h.finding(strings.TrimSpace(line)), general: block{rank: h.at.rank}}
	}
	return d.fileHeader(h, line)
}

var (
	numbered  = pattern{expr: `^ {0,4}\d{1,4}\) (\S.*)$`} // of a failed test, in a list of them
	failTitle = pattern{expr: `^\s*FAIL\s`}
	reason    = pattern{expr: `^(?:Failure/Error: |Error: |Message: )?((?:[A-Z]\w*(?:::|\.|\\))*[A-Z]\w*(?:Error|Exception)\b.*|(?:Expected|expected|Failed asserting|Assertion|assertion|Error:|Timeout)\b.*)$`}
)

// reasoned takes the reason of a failed test in place of its title.
func (r *Reading) reasoned(line string) {
	if m := reason.find(strings.TrimSpace(line)); m != nil && r.general.titled {
		r.Message, r.general.titled = m[1], false
	}
}

// finding returns what a head states, with a message.
func (h head) finding(message string) Finding {
	return Finding{Level: h.level, Message: message, File: h.at.file, Line: h.at.line, Column: h.at.column}
}

// placed returns the error of a line like "src/a.c:3:5: error: text".
func (h head) placed() *Reading {
	p := &reports
	if h.timed {
		p = &levels
	}
	return &Reading{parser: p, Ready: h.rest != "", rank: h.at.rank, Finding: h.finding(h.rest), general: block{rank: h.at.rank, indent: h.indent, header: h.rest == ""}}
}

// log returns the error of a line that states its level.
func (d *Digest) log(h head, line, level string) *Reading {
	r := &Reading{Ready: true, Finding: Finding{Level: level, Message: line}, general: block{indent: h.indent}}
	if m := levelTime.find(line); m != nil {
		r.Message = fromLevel(m[1])
	}
	if logged(line) == "" || isMarked(line) {
		r.Message = h.rest
	}
	if logged(line) == "" {
		r.Ready = h.indent == 0 || !h.mark || h.at.rank > 0 // else a title in a tree of tests, unless a place follows
	}
	if !r.Ready {
		d.s.entitle(strings.TrimPrefix(r.Message, "[fail]: "))
	}
	r.structured(strings.TrimSpace(line))
	r.general.titled = failTitle.find(line) != nil
	r.general.heading = isSummary(r.Message)
	if r.File == "" && h.at.rank > rankTheirs {
		r.File, r.Line, r.Column, r.general.rank = h.at.file, h.at.line, h.at.column, h.at.rank
	}
	if r.File == "" {
		r.File = d.named(h.rest)
	}
	if h.alone || h.first && h.rest == "" { // "Error: /srv/a.pug:3:5": the message follows
		r.general.header = true
	}
	return r
}

// headWord matches a word for a level before a place: "CMake Error at F:L (x):".
var headWord = pattern{expr: `^(?:[A-Z]\w* ){0,3}(?:[Ee]rror|ERROR)\b`}

// below returns the error whose place is in this line and whose message stands above.
func (d *Digest) below(h head) *Reading {
	above, back := d.s.above(d.seen.seq, h.arrow)
	if above == "" || isFramed(above) || text.Level(above) == "info" || !h.arrow && (!sayFailing(above) || h.at.rank < rankOurs) {
		return nil
	}
	level, message, strong := lead(above)
	if !strong {
		level, message = plainMark(above)
	}
	if level == note || level == "" && d.s.open != nil {
		return nil
	}
	r := &Reading{parser: &reports, Ready: true, back: back, Finding: h.finding(message), general: block{rank: h.at.rank, indent: indentOf(above)}}
	r.Level = cmp.Or(level, "error")
	return r
}

// atEnd reports whether a text ends with a place in words, as interpreters report it: "no orders at a.pl line 3.".
func atEnd(line string, h head) bool {
	named := line[min(len(line), h.at.from):]
	before := strings.TrimRight(line[:min(len(line), h.at.from)], " (")
	words := strings.Contains(" "+named, " line ") && (strings.HasSuffix(before, " at") || strings.HasSuffix(before, " in"))
	if strings.Trim(line[min(len(line), h.at.to):], " .)") != "" {
		return words && sayFailing(before)
	}
	return words || sayFailing(before) && h.at.rank == rankOurs
}

// isHeading reports whether an open error only announces what follows.
func (r *Reading) isHeading() bool { return r.general.heading && r.Line == 0 && r.lines < maxBelow }

// holds reports whether a line that could begin an error belongs to the open one: it is indented below its message, or
// is the message of a header.
func (r *Reading) holds(h head, next *Reading) bool {
	switch {
	case r.general.header && !r.Ready && !h.first:
		return true
	case (next.general.header || next.general.table) && !next.Ready && r.Line == 0 && r.Message != "": // a place alone is the place of what precedes it
		return true
	case h.first && !h.alone:
		return !h.stated && h.indent > r.general.indent && r.Ready && r.Line > 0
	case r.general.table:
		return false
	}
	return r.Ready && h.indent > r.general.indent && r.parser.Begin == nil && r.lines < maxBlock && !r.isNested(h)
}

// isNested reports whether an indented line is the message for the title above it.
func (r *Reading) isNested(h head) bool { return false }

// lies reports whether a line belongs to the open error, and takes what it tells.
func (d *Digest) lies(r *Reading, h head, line string) bool {
	r.lines++
	if strings.TrimSpace(line) == "" {
		r.general.blanks++
		return r.general.blanks < 2 && r.lines < maxBlock || r.isLogged() && r.Line == 0 && r.lines < maxWaited
	}
	r.general.blanks = 0
	r.reasoned(line)
	if strings.HasSuffix(r.Message, ":") && r.isLogged() && r.Line == 0 && h.at.rank == 0 && r.lines == 2 && !isFramed(line) { // the next line has the reason
		r.Message, r.to = r.Message+" "+strings.TrimSpace(line), d.seen
		return true
	}
	inside := h.indent > r.general.indent || isFramed(line) || strings.IndexByte("=#*^|~-+>", line[0]) >= 0 || h.arrow || h.frame || h.level == note || strings.HasPrefix(line, "future: <")
	if !inside && isRecord(line) {
		return false
	}
	if d.takePlace(r, h, line) {
		r.Ready = r.Message != ""
	}
	switch {
	case r.general.header && d.message(r, h, line):
		r.to = d.seen
		return true
	case r.lines >= maxBlock:
		return false
	case inside:
		if r.Line > 0 {
			r.to = d.seen
		}
		return r.Line > 0 || r.lines < maxWaited || !r.Ready && r.lines < 2*maxWaited
	}
	if r.general.heading && r.held == "" && r.lines < 4 {
		r.held = strings.TrimSpace(line)
		return true
	}
	r.prose++
	return r.Line == 0 && r.prose <= maxProse && isProse(line)
}

// pointer matches a line that only says where the error above is.
var pointer = pattern{expr: `(?i)^\W*(?:(?:the|an?|error|errors?\(s\)|found|occurred|appears|to|be|at|in|on|line|file|configuration|config|near|is|was|here|see|location|position|source|` +
	`reading|parsing|parse|syntax|while|of|column|parse|syntax|stopped|raised|from|problem|failed)\W+)*$`}

// pointed takes a place from a line that has nothing but the place of the error above it.
func (d *Digest) pointed(r *Reading, h head) bool {
	if r.Line > 0 || r.Message == "" || h.at.rank < rankLooks || h.rest == "" || h.at.to > len(h.rest) || pointer.find(h.rest[:h.at.from]+" ") == nil || pointer.find(h.rest[h.at.to:]+" ") == nil {
		return false
	}
	r.File, r.Line, r.Column, r.general.rank, r.to, r.Ready = h.at.file, h.at.line, h.at.column, h.at.rank, d.seen, true
	return true
}

// message takes the message of an error whose place came first.
func (d *Digest) message(r *Reading, h head, line string) bool {
	if isCaret(line) {
		d.underlined(r, line)
	}
	if isFramed(line) || h.rest == "" {
		return h.indent > 0 || isFramed(line)
	}
	level := h.level
	if mark, rest := plainMark(line); level == "" && mark != "" && mark != note {
		level, h.rest = mark, rest
	}
	if level == "" && h.named {
		level = "error"
	}
	if level == "" {
		level = logged(line)
	}
	switch {
	case level == note:
		return true
	case level != "":
		r.Level, r.Message, r.Ready, r.general.header = level, h.rest, true, false
	case r.Level != "" && !h.first: // the header had the level
		r.Message, r.Ready, r.general.header = strings.TrimLeft(strings.TrimSpace(line), "•*- "), true, false
	case r.held == "" && r.lines < 4:
		r.held = strings.TrimSpace(line)
	}
	return r.lines < maxBelow
}

// isRecord reports whether a line is a record of a log of its own.
func isRecord(line string) bool {
	return line[0] == '{' || text.Level(line) != "" || levelTime.find(line) != nil
}

// underlined takes a message that stands behind the caret below quoted source.
func (d *Digest) underlined(r *Reading, line string) {
	level, message, strong := lead(strings.TrimLeft(line, " \t^~-|"))
	if !strong && codeLevel(message) == "" || level == note {
		return
	}
	f := r.Finding
	f.Level, f.Message = cmp.Or(level, "error"), message
	r.others, r.to = append(r.others, f), d.seen
	d.takeOthers(r)
}

// takePlace takes a place below the message if it is better than the known one, and reports whether it did.
func (d *Digest) takePlace(r *Reading, h head, line string) bool {
	if n, marked, ok := gutter(line); ok {
		if r.general.quoted = n; marked && r.Line == 0 && r.general.header {
			r.Line = n
		}
	} else if isCaret(line) && r.Line == 0 && r.general.header && r.general.quoted > 0 {
		r.Line = r.general.quoted
	}
	at := h.at
	if at.rank == 0 && place.Might([]byte(line)) {
		at, h.bare = d.spots(line)
	}
	known := r.general.rank
	if r.Line > 0 && known == 0 {
		known = rankOurs // a parser knows it
		if r.rank == theirs {
			known = rankTheirs
		}
	}
	switch {
	case r.lines > maxBelow+1 && r.Ready || r.general.heading && r.held == "":
	case at.rank > known && (r.Line == 0 || at.rank == rankOurs && known < rankOurs):
		r.File, r.Line, r.Column, r.general.rank = at.file, at.line, at.column, at.rank
		r.to = d.seen
		if r.held != "" && (r.parser == &rust || r.general.heading) {
			r.Kind, r.Message, r.general.heading = reports.Kind, r.held, false
		}
		return true
	case h.bare.line > 0 && r.File != "" && r.Line == 0 && r.parser.Begin == nil:
		r.Line, r.Column = h.bare.line, h.bare.column
	case r.File == "" && d.alone(line) != "":
		r.File = d.alone(line)
	}
	return false
}

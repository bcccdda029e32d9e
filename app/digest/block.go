package digest

import (
	"strconv"
	"strings"

	"devservers/app/digest/parse"
)

// maxBelow is how many lines after the first one a place is looked for.
const maxBelow = 12

var (
	numbered  = parse.Pattern{Expr: `^ {0,4}\d{1,4}\) (\S.*)$`} // of a failed test, in a list of them
	failTitle = parse.Pattern{Expr: `^\s*FAIL\s`}
	reason    = parse.Pattern{Expr: `^(?:Failure/Error: |Message: )?((?:[A-Z]\w*(?:::|\.|\\))*(?:[A-Z]\w*)?(?:Error|Exception)\b.*|(?:Expected|expected|Failed asserting|Assertion|assertion|Timeout)\b.*)$`}
)

// reasoned takes the reason of a failed test in place of its title.
func reasoned(r *parse.Reading, line string) {
	if m := reason.Find(strings.TrimSpace(line)); m != nil && r.Block.Titled {
		r.Message, r.Ready, r.Block.Titled = m[1], true, false
	}
}

// isHeading reports whether an open error only announces what follows.
func isHeading(r *parse.Reading) bool { return r.Block.Heading && r.Line == 0 && r.Lines < maxBelow }

// within reports whether a line that could begin an error belongs to the open one: it is indented below its message, or
// is the message of a header.
func within(r *parse.Reading, h head, next *parse.Reading) bool {
	switch {
	case r.Block.Header && !r.Ready && !h.first:
		return true
	case r.Block.Titled && h.at.rank == 0 && h.indent > r.Block.Indent:
		return true
	case next.Back > 0 && h.arrow: // a block of its own, if its message is no deeper
		return next.Block.Indent > r.Block.Indent
	case next.Block.Header && !next.Ready && r.Line == 0 &&
		r.Message != "": // a place alone is the place of what precedes it
		return true
	}
	return r.Ready && h.indent > r.Block.Indent && r.Parser.Begin == nil
}

// lies reports whether a line belongs to the open error, and takes what it tells.
func (d *Digest) lies(r *parse.Reading, h head, line string) bool {
	r.Lines++
	if r.Lines >= maxBlock {
		return false
	}
	if strings.TrimSpace(line) == "" {
		r.Block.Blanks++
		return r.Block.Blanks < 2 || r.IsLogged() && r.Lines < parse.MaxWaited
	}
	r.Block.Blanks = 0
	reasoned(r, line)
	if awaits(r, h, line) {
		r.Message, r.To = r.Message+" "+strings.TrimSpace(line), d.seen
		return true
	}
	inside := contains(r, h, line)
	if !inside && isRecord(line) && !h.mark {
		return false
	}
	if d.takePlace(r, h, line) {
		r.Ready = r.Message != ""
	}
	if r.Block.Guessed == r.Lines-1 && parse.IsCaret(line) { // it was quoted source
		r.Message, r.Ready, r.Block.Header = "", false, true
	}
	if r.Block.Header && d.message(r, h, line) {
		r.To = d.seen
		return true
	}
	return d.follows(r, inside, line)
}

// follows reports whether a line that adds nothing still belongs to the open error.
func (d *Digest) follows(r *parse.Reading, inside bool, line string) bool {
	if !inside {
		r.Prose++
		return r.Line == 0 && r.Prose <= parse.MaxProse && parse.IsProse(line)
	}
	if r.Line > 0 {
		r.To = d.seen
	}
	return r.Line > 0 || r.Lines < parse.MaxWaited
}

// awaits reports whether a message ends with a colon, and the line has what it announces.
func awaits(r *parse.Reading, h head, line string) bool {
	return strings.HasSuffix(r.Message, ":") && r.IsLogged() && h.at.rank == 0 && r.Lines <= 3 && !parse.IsFramed(line)
}

// contains reports whether a line looks like a part of the open error: it is indented, framed, a note or quoted source.
func contains(r *parse.Reading, h head, line string) bool {
	return h.indent > r.Block.Indent || parse.IsFramed(line) || strings.IndexByte("=#*^|~-+>", line[0]) >= 0 ||
		h.level == note && !isRecord(line) || quotes(r, line) || strings.HasPrefix(line, "future: <")
}

// quotes reports whether a text begins with the number of the error's line: it is its source.
func quotes(r *parse.Reading, line string) bool {
	return r.Line > 0 && strings.HasPrefix(line, strconv.Itoa(r.Line)+" ")
}

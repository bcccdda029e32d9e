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
	case (next.Block.Header || next.Block.Table) && !next.Ready && r.Line == 0 && r.Message != "": // a place alone is the place of what precedes it
		return true
	case h.first && !h.alone:
		return !h.stated && h.indent > r.Block.Indent && r.Ready && r.Line > 0
	case r.Block.Table:
		return false
	}
	return r.Ready && h.indent > r.Block.Indent && r.Parser.Begin == nil && r.Lines < maxBlock
}

// lies reports whether a line belongs to the open error, and takes what it tells.
func (d *Digest) lies(r *parse.Reading, h head, line string) bool {
	r.Lines++
	if strings.TrimSpace(line) == "" {
		r.Block.Blanks++
		return r.Block.Blanks < 2 && r.Lines < maxBlock || r.IsLogged() && r.Line == 0 && r.Lines < parse.MaxWaited
	}
	r.Block.Blanks = 0
	reasoned(r, line)
	if strings.HasSuffix(r.Message, ":") && r.IsLogged() && r.Line == 0 && h.at.rank == 0 && r.Lines <= 3 && !parse.IsFramed(line) { // the next line has the reason
		reason := strings.TrimSpace(line)
		if h.arrow {
			reason = h.rest
		}
		r.Message, r.To = r.Message+" "+reason, d.seen
		return true
	}
	inside := h.indent > r.Block.Indent || parse.IsFramed(line) || strings.IndexByte("=#*^|~-+>", line[0]) >= 0 || h.arrow || h.frame || h.level == note && !isRecord(line) || quotes(r, line) || strings.HasPrefix(line, "future: <")
	if !inside && isRecord(line) && (!r.Block.Header || r.Ready || !h.mark) {
		return false
	}
	if d.takePlace(r, h, line) {
		r.Ready = r.Message != ""
	}
	if r.Block.Guessed == r.Lines-1 && r.Lines > 1 && parse.IsCaret(line) { // it was quoted source
		r.Message, r.Ready, r.Block.Header = "", false, true
	}
	switch {
	case r.Block.Header && d.message(r, h, line):
		r.To = d.seen
		return true
	case r.Lines >= maxBlock:
		return false
	case inside:
		if r.Line > 0 {
			r.To = d.seen
		}
		return r.Line > 0 || r.Lines < parse.MaxWaited || !r.Ready && r.Lines < 2*parse.MaxWaited
	}
	if r.Block.Heading && r.Held == "" && r.Lines < 4 && d.where.alone(line) == "" {
		r.Held = strings.TrimSpace(line)
		return true
	}
	r.Prose++
	return r.Line == 0 && r.Prose <= parse.MaxProse && parse.IsProse(line)
}

// quotes reports whether a text begins with the number of the error's line: it is its source.
func quotes(r *parse.Reading, line string) bool {
	return r.Line > 0 && strings.HasPrefix(line, strconv.Itoa(r.Line)+" ")
}

// pointer matches a line that only says where the error above is.
var pointer = parse.Pattern{Expr: `(?i)^\W*(?:(?:the|an?|error|errors?\(s\)|found|occurred|appears|to|be|at|in|on|line|file|configuration|config|near|is|was|here|see|location|position|source|` +
	`reading|compiling|transforming|processing|loading|rendering|building|parsing|parse|syntax|while|of|column|parse|syntax|stopped|raised|from|problem|failed)\W+)*$`}

// pointed takes a place from a line that has nothing but the place of the error above it.
func (d *Digest) pointed(r *parse.Reading, h head) bool {
	if r.Line > 0 || r.Message == "" || h.at.rank < rankLooks || h.rest == "" || h.at.to > len(h.rest) || pointer.Find(h.rest[:h.at.from]+" ") == nil || pointer.Find(h.rest[h.at.to:]+" ") == nil {
		return false
	}
	r.File, r.Line, r.Column, r.Block.Rank, r.To, r.Ready = h.at.file, h.at.line, h.at.column, h.at.rank, d.seen, true
	return true
}

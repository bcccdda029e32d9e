package digest

import (
	"cmp"
	"strings"

	"devservers/app/digest/parse"
	"devservers/app/transcript/text"
)

// message takes the message of an error whose place came first.
func (d *Digest) message(r *parse.Reading, h head, line string) bool {
	if parse.IsCaret(line) {
		d.underlined(r, line)
		if r.Message == "" && labeled.Matches(r.Held) { // by a word for error in any language
			r.Level, r.Message, r.Ready, r.To = "error", r.Held, true, d.seen
		}
	}
	if parse.IsFramed(line) || h.rest == "" {
		return h.indent > 0 || parse.IsFramed(line)
	}
	level := h.level
	if level == "" {
		level = cmp.Or(logged(line), codeLevel(h.rest))
	}
	switch {
	case level == note:
		return true
	case level != "":
		r.Level, r.Message, r.Ready, r.Block.Header = level, h.rest, true, false
		r.Parser = cmp.Or(parse.ToolOf(h.rest), r.Parser)
	case r.Level != "" && !h.first: // the header had the level
		r.Message, r.Ready, r.Block.Header = strings.TrimLeft(strings.TrimSpace(line), "•*- "), true, false
		r.Block.Guessed = r.Lines
	case r.Held == "" && (r.Lines < 4 || r.Block.Quoted > 0):
		r.Held = strings.TrimSpace(line)
	}
	return r.Lines < maxBelow
}

// labeled matches a word, a colon and a message.
var labeled = parse.Pattern{Expr: `^\pL{3,20} ?[:：] ?\S`}

// isRecord reports whether a line is a record of a log of its own.
func isRecord(line string) bool {
	_, timed := parse.CutTime(line)
	return timed || line[0] == '{' || text.Level(line) != ""
}

// underlined takes a message that stands behind the caret below quoted source.
func (d *Digest) underlined(r *parse.Reading, line string) {
	level, message, strong := lead(strings.TrimLeft(line, " \t^~-|"))
	if !strong && codeLevel(message) == "" || level == note {
		return
	}
	f := r.Finding
	f.Level, f.Message = cmp.Or(level, "error"), message
	d.other(r, f)
}

// takePlace takes a place below the message if it is better than the known one, and reports whether it did.
func (d *Digest) takePlace(r *parse.Reading, h head, line string) bool {
	if n, ok := parse.Gutter(line); ok {
		r.Block.Quoted = n
	}
	at := h.at
	if at.rank == 0 && parse.MightHavePlace([]byte(line)) {
		at, h.bare = d.where.spots(line)
	}
	known := r.Block.Rank
	if r.Line > 0 && known == 0 {
		known = rankOurs // a parser knows it
	}
	switch {
	case r.Lines > maxBelow+1 && r.Ready || r.Block.Heading:
	case at.rank > known && (r.Line == 0 || at.rank == rankOurs && known < rankOurs):
		r.File, r.Line, r.Column, r.Block.Rank = at.file, at.line, at.column, at.rank
		r.To = d.seen
		return true
	case h.bare.line > 0 && r.File != "" && r.Line == 0 && r.Parser.Begin == nil:
		r.Line, r.Column = h.bare.line, h.bare.column
	}
	return false
}

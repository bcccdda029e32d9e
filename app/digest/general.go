package digest

import (
	"cmp"
	"strings"

	"devservers/app/digest/parse"
	"devservers/app/transcript/text"
)

// general reads a line that no parser knows.
func (d *Digest) general(line string) {
	r := d.s.open
	if r != nil && r.Block.Table && (d.row(r, line) || IsSummary(line)) {
		return
	}
	if strings.TrimSpace(line) == "" || r != nil && parse.IsFramed(line) {
		if r != nil && !d.lies(r, head{}, line) {
			d.flush(d.s)
		}
		return
	}
	if isQuoted(line) || r == nil && (d.explains(line) || d.s.table && strings.Contains(line, "|")) {
		return
	}
	d.s.counts(line, &d.where)
	if d.item(line) {
		return
	}
	h := d.see(line)
	if h.mark && parse.IsFramed(h.rest) { // a level before each line of a frame
		if r != nil {
			d.lies(r, h, h.rest)
		}
		return
	}
	if next := d.beginGeneral(h, line); next != nil && (r == nil || !within(r, h, next)) {
		d.begin(cmp.Or(parse.ToolOf(line), next.Parser, &parse.Levels), next)
		return
	}
	if r != nil && !d.lies(r, h, line) {
		d.flush(d.s)
	}
}

// explains reports whether a line is part of a help text: indented below one, and about no file of the project.
func (d *Digest) explains(line string) bool {
	if !d.s.helps || indentOf(line) == 0 {
		return false
	}
	at, _ := d.where.spots(line)
	return at.rank < rankOurs
}

// isQuoted reports whether a line is what somebody wrote: "> text".
func isQuoted(line string) bool {
	return strings.HasPrefix(line, "> ") && !parse.IsFramed(line) && !parse.MightHavePlace([]byte(line))
}

// beginGeneral returns the error that a line begins; nil = none.
func (d *Digest) beginGeneral(h head, line string) *parse.Reading {
	switch {
	case h.level == note, isHarmless(h, line):
		return nil
	case h.first && !h.alone && h.level != "":
		return h.placed()
	case h.first && h.alone && (h.arrow || (h.frame || h.indent > 0) && d.s.open == nil):
		if r := d.below(h); r != nil {
			return r
		}
	case !h.first && h.at.rank > rankTheirs && strings.HasSuffix(line, ":") && announces(line, h.at):
		h.level = "error"
		return &parse.Reading{Parser: &parse.Reports, Ready: true, Finding: h.finding(strings.TrimSpace(line)),
			Block: parse.Block{Header: true, Rank: h.at.rank, Indent: h.indent}}
	}
	if h.numbered && h.indent == 0 {
		return d.ofFile(h.level, h.rest, h.bare)
	}
	if level := logged(line); level != "" {
		return d.log(h, line, level)
	}
	if above, back := d.s.above(d.seen.Seq, false); back == 1 && d.s.open == nil && traced.Matches(line) &&
		text.Level(above) == "" {
		return &parse.Reading{Ready: true, Back: 1, Finding: parse.Finding{Level: "error", Message: above}}
	}
	r := d.titled(h, line)
	switch {
	case r != nil:
		return r
	case h.at.rank == rankOurs && h.indent == 0 && onlyPointer(h):
		return pointsAhead(h, line)
	case h.mark:
		return d.log(h, line, cmp.Or(h.level, "error"))
	}
	return d.spoken(h, line)
}

// titled returns the error of a line that is only a title for what follows: a place, or what failed.
func (d *Digest) titled(h head, line string) *parse.Reading {
	switch {
	case h.first && (h.at.rank == rankOurs || h.at.column > 0):
		if h.alone && h.at.rank == rankOurs {
			d.s.file, d.s.fileN = h.at.file, d.seen.Seq
		}
		if h.alone {
			h.rest = ""
		}
		return &parse.Reading{Parser: &parse.Reports, Held: h.rest, Rank: h.at.rank, Finding: h.finding(""),
			Block: parse.Block{Header: true, Rank: h.at.rank, Indent: h.indent}}
	case numbered.Find(line) != nil:
		return &parse.Reading{Finding: parse.Finding{Level: "error", Message: numbered.Find(line)[1]},
			Block: parse.Block{Indent: h.indent, Titled: true}}
	}
	return nil
}

// spoken returns the error of a sentence that says what is wrong, and where.
func (d *Digest) spoken(h head, line string) *parse.Reading {
	if r := d.where.ruled(h, line); r != nil {
		return r
	}
	if h.at.rank > 0 && h.indent == 0 && atEnd(line, h) {
		return &parse.Reading{Ready: true, Finding: h.finding(strings.TrimSpace(line)), Block: parse.Block{Rank: h.at.rank}}
	}
	if b := h.bare; b.column > 0 && b.from > 0 && h.indent == 0 && h.at.rank == 0 &&
		(strings.HasSuffix(h.rest[:b.from], " at ") || strings.HasSuffix(h.rest[:b.from], " on ")) &&
		parse.IsProse(strings.TrimLeft(line, "\"'`")+"x") {
		return d.ofFile("error", strings.TrimSpace(line), b)
	}
	if r := d.where.subject(h, line); r != nil {
		return r
	}
	if h.indent == 0 && !h.timed && text.Reports(h.rest) {
		return d.log(h, line, "error")
	}
	return d.fileHeader(h, line)
}

// ofFile returns an error at a line of the file that was named last.
func (d *Digest) ofFile(level, message string, at spot) *parse.Reading {
	return &parse.Reading{Parser: &parse.Reports, Ready: true, Finding: parse.Finding{Level: level, Message: message,
		File: d.s.fileFor(d.seen.Seq), Line: at.line, Column: at.column}}
}

// subjectName matches the name with which a line begins, after that of a program: "ld: a.c:(.text+0x5): text".
var subjectName = parse.Pattern{Expr: `^([^\s:]+)(?::(?:\([^)]*\):)?| -)\s+(\S.*)$`}

// subject returns the error of a line that begins with a file of the project and says what is wrong with it.
func (w *where) subject(h head, line string) *parse.Reading {
	if h.indent > 0 || h.timed {
		return nil
	}
	for range 2 { // the first word may be the name of a program
		m := subjectName.Find(line)
		if m == nil || !text.Complains(m[2]) {
			return nil
		}
		if s := w.believe(parse.Place{File: m[1]}); s.rank == rankOurs {
			return &parse.Reading{Ready: true, Finding: parse.Finding{Level: "error", Message: m[2], File: s.file}}
		}
		line = m[2]
	}
	return nil
}

// pointsAhead returns the error of a line that only says where it is: the message follows.
func pointsAhead(h head, line string) *parse.Reading {
	f := h.finding("")
	f.Level = "error"
	return &parse.Reading{Parser: &parse.Reports, Held: strings.TrimSpace(line), Finding: f,
		Block: parse.Block{Header: true, Rank: h.at.rank}}
}

// onlyPointer reports whether a line says that there is an error at a place, and no more: "Parse error at a.js:2,10".
func onlyPointer(h head) bool {
	before := h.rest[:min(len(h.rest), h.at.from)]
	return phrase.Find(before) != nil && parse.IsPointer(before) && strings.Trim(h.rest[min(len(h.rest), h.at.to):],
		" .:)") == ""
}

// finding returns what a head states, with a message.
func (h head) finding(message string) parse.Finding {
	return parse.Finding{Level: h.level, Message: message, File: h.at.file, Line: h.at.line, Column: h.at.column}
}

// placed returns the error of a line like "src/a.c:3:5: error: text".
func (h head) placed() *parse.Reading {
	p := &parse.Reports
	if h.timed || h.at.ran {
		p = &parse.Levels
	}
	said := !outcome.Matches(h.rest)
	return &parse.Reading{Parser: p, Ready: said, Rank: h.at.rank, Finding: h.finding(h.rest),
		Block: parse.Block{Rank: h.at.rank, Indent: h.indent, Header: !said}}
}

// outcome matches a message that only says how something ended.
var outcome = parse.Pattern{Expr: `^(?i:failed|failure|fail|error)?[^\pL\pN]*$`}

// log returns the error of a line that states its level.
func (d *Digest) log(h head, line, level string) *parse.Reading {
	r := &parse.Reading{Ready: true, Finding: parse.Finding{Level: level},
		Block: parse.Block{Indent: h.indent}}
	r.Message, _ = parse.CutTime(line)
	if logged(line) == "" || isMarked(line) || coded.Matches(line) || symbol.Matches(line) {
		r.Message = h.rest
	}
	if logged(line) == "" {
		r.Ready = h.indent == 0 || !h.mark || h.at.rank > 0 // else a title in a tree of tests, unless a place follows
	}
	r.Structured(strings.TrimSpace(line))
	r.Block.Titled = failTitle.Find(line) != nil
	r.Block.Heading = IsSummary(r.Message)
	if r.File == "" && h.at.rank > rankTheirs {
		r.File, r.Line, r.Column, r.Block.Rank = h.at.file, h.at.line, h.at.column, h.at.rank
	}
	if m := rowPlace.Find(h.rest); m != nil && r.File == "" && h.mark {
		r.File, r.Line, r.Column, r.Message, r.Ready = d.s.fileFor(d.seen.Seq), parse.Number(m[1]), parse.Number(m[2]),
			m[3], true
	}
	if r.File == "" {
		r.File = d.where.named(h.rest)
	}
	if file := d.where.announced(h.rest); file != "" {
		r.File, r.Held, r.Message, r.Ready, r.Block.Header = file, r.Message, "", false, true
	}
	if h.alone || h.first && h.rest == "" { // "Error: /srv/a.pug:3:5": the message follows
		r.Block.Header = true
	}
	return r
}

// rowPlace matches a line and a column before a message: "2:7  text".
var rowPlace = parse.Pattern{Expr: `^(\d+):(\d+)\s+(\D.*)$`}

// headWord matches a word for a level before a place: "CMake Error at F:L (x):".
var headWord = parse.Pattern{Expr: `^(?:[\w.-]{1,40}: )?(?:[A-Z]\w* ){0,3}(?:[Ee]rror|ERROR)\b`}

// announces reports whether a line that ends with a colon says that something is wrong at its place.
func announces(line string, at spot) bool {
	before := line[:min(len(line), at.from)]
	return headWord.Matches(line[:min(len(line), at.to)]) || len(line) == at.to+1 && text.Complains(before)
}

// below returns the error whose place is in this line and whose message stands above.
func (d *Digest) below(h head) *parse.Reading {
	above, back := d.s.above(d.seen.Seq, h.arrow && !isField(string(d.s.prev)))
	if above == "" || parse.IsFramed(above) || text.Level(above) == "info" || !h.arrow && (!text.Complains(above) ||
		h.at.rank < rankOurs) {
		return nil
	}
	level, message, strong := lead(above)
	if !strong {
		level, message = plainMark(above)
	}
	if level == note || level == "" && d.s.open != nil && !isHeading(d.s.open) && !(h.arrow && text.Complains(above) &&
		d.s.open.To.Seq < d.seen.Seq-1) {
		return nil
	}
	r := &parse.Reading{Parser: &parse.Reports, Ready: true, Back: back, Finding: h.finding(message),
		Block: parse.Block{Rank: h.at.rank, Indent: indentOf(above)}}
	r.Level = cmp.Or(level, "error")
	return r
}

// traced matches what announces a trace of the error above.
var traced = parse.Pattern{Expr: `^\s+(?i:while executing|(?:stack |back|call )?trace(?:back)?:)$`}

// isField reports whether a line is an indented field of what a line above began: "  Severity: low".
func isField(line string) bool { return indentOf(line) > 0 && label.Matches(strings.TrimSpace(line)) }

// atEnd reports whether a text ends with a place in words, as interpreters report it: "no orders at a.pl line 3.".
func atEnd(line string, h head) bool {
	named := line[min(len(line), h.at.from):]
	before := strings.TrimRight(line[:min(len(line), h.at.from)], " (")
	words := strings.Contains(" "+named, " line ") && (strings.HasSuffix(before, " at") ||
		strings.HasSuffix(before, " in"))
	if strings.Trim(line[min(len(line), h.at.to):], " .)") != "" {
		return words && text.Complains(before) || h.at.rank == rankOurs && strings.Contains(named, " line") &&
			text.Complains(line[h.at.to:])
	}
	return words || text.Complains(before) && h.at.rank == rankOurs
}

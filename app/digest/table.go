package digest

import (
	"cmp"
	"strings"

	"devservers/app/digest/parse"
)

var (
	tableName = parse.Pattern{Expr: `^(?:(?:FILE|File|file|Line|Linting|In|in|Checking|Processing|==>|>|-->|#+)[: ]+)?(\S+?)(?:\s*:|\s+\(\d+ \w+\)|\s+<==)?$`}
	tableRow  = parse.Pattern{Expr: `^\s*(?:L|l|\[|line |Line )?(\d+)(?:\s*(?::|,|;|\s\s*(?:col|column) ?)\s*(?:C|c|col |column )?(\d+)(?:-\d+(?::\d+)?)?)?\]?(?:(?:\s*[:|,]\s*|\s{2,}|\s*\t\s*|\s+)(\S.*))$`}
	// the rule that is violated, in a column of its own
	tableRule = parse.Pattern{Expr: `^(.*\S) {2,}([\w@][\w@/.-]*[-/\w])$`}
	tableRest = parse.Pattern{Expr: `^(?i)(error|warning|warn|info|notice|err)\s*[|:]?\s+(.*)$`}
)

// fileHeader returns the beginning of a report whose first line is a file; its findings follow, one per line.
func (d *Digest) fileHeader(h head, line string) *parse.Reading {
	m := tableName.Find(strings.TrimSpace(line))
	if m == nil || h.indent > 8 || strings.ContainsAny(m[1], "=,;") {
		return nil
	}
	s := d.where.believe(parse.Place{File: m[1]})
	if s.rank == 0 || s.rank < rankOurs && !strings.Contains(m[1], "/") {
		return nil
	}
	d.s.file, d.s.fileN = s.file, d.seen.Seq
	return &parse.Reading{Parser: &parse.Reports, Finding: parse.Finding{File: s.file}, Block: parse.Block{Table: true,
		Rank: 0, Indent: h.indent, Sure: s.rank == rankOurs}}
}

// ruled returns the beginning of a report whose first line is a rule with a title and a file:
// "-- TYPE MISMATCH ------ src/Main.elm".
func (w *where) ruled(h head, line string) *parse.Reading {
	if !hasRule(line) {
		return nil
	}
	s, _ := w.spots(line)
	title := strings.Trim(line[:s.from], " -─━=")
	if s.rank == 0 || title == "" || !hasRule(line[:s.from]) {
		return nil
	}
	return &parse.Reading{Parser: &parse.Reports, Ready: title == strings.ToUpper(title),
		Finding: parse.Finding{Level: "error", Message: title, File: s.file, Line: s.line, Column: s.column},
		Block:   parse.Block{Header: true, Rank: 0, Indent: h.indent}}
}

func hasRule(s string) bool {
	return strings.Contains(s, "----") || strings.Contains(s, "────") || strings.Contains(s, "━━━") ||
		strings.Contains(s, "====")
}

// used stands for a message above quoted source that is recorded.
const used = "-"

// row reads a row of such a report, and reports whether it is one.
func (d *Digest) row(r *parse.Reading, line string) bool {
	if parse.IsCaret(line) && r.Block.Quoted > 0 {
		if _, message, _ := lead(strings.TrimLeft(line, " \t^~-|")); message != "" {
			d.other(r, parse.Finding{Message: message, File: r.File, Line: r.Block.Quoted})
		}
		return true
	}
	m := tableRow.Find(line)
	if m == nil && parse.MightHavePlace([]byte(line)) && d.see(line).first {
		return false
	}
	if m == nil && r.Block.Sure && r.Held == "" && indentOf(line) > r.Block.Indent && strings.Count(line, " ") > 3 {
		r.Held = strings.TrimSpace(line) // a message, if source follows
		return true
	}
	if m == nil {
		return strings.Trim(line, " -─=|+") == ""
	}
	level, message, strong := lead(m[3])
	if t := tableRest.Find(m[3]); t != nil {
		level, message, strong = levelWord(t[1]), t[2], true
	}
	if !strong && m[2] == "" { // a line of source
		r.Block.Quoted = parse.Number(m[1])
		if r.Held != "" && r.Held != used && strings.HasPrefix(strings.TrimSpace(line), m[1]+":") {
			d.other(r, parse.Finding{Level: "error", Message: r.Held, File: r.File, Line: r.Block.Quoted})
			r.Held = used
		}
		return r.Block.Sure
	}
	if level == note || !strong && !r.Block.Sure {
		return level == note
	}
	if rule := tableRule.Find(message); rule != nil {
		message = rule[1] + " (" + rule[2] + ")"
	}
	d.other(r, parse.Finding{Level: cmp.Or(level, "error"), Message: message, File: r.File, Line: parse.Number(m[1]),
		Column: parse.Number(m[2])})
	return true
}

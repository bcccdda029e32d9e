package digest

import (
	"cmp"
	"strings"

	"devservers/app/digest/place"
)

var (
	tableName = pattern{expr: `^(?:(?:FILE|File|file|Line|Linting|==>|>|-->|#+)[: ]+)?(\S+?)(?:\s*:|\s+\(\d+ \w+\)|\s+<==)?$`}
	tableRow  = pattern{expr: `^\s*(?:L|l|\[|line |Line )?(\d+)(?:\s*(?::|,|;|\s\s*(?:col|column) ?)\s*(?:C|c|col |column )?(\d+))?\]?(?:(?:\s*[:|,]\s*|\s{2,}|\s*\t\s*|\s+)(\S.*))$`}
	tableRest = pattern{expr: `^(?i)(error|warning|warn|info|notice|err)\s*[|:]?\s+(.*)$`}
)

// fileHeader returns the beginning of a report whose first line is a file; its findings follow, one per line.
func (d *Digest) fileHeader(h head, line string) *Reading {
	m := tableName.find(strings.TrimSpace(line))
	if m == nil || h.indent > 8 || strings.ContainsAny(m[1], "=,;") {
		return d.ruled(h, line)
	}
	s := d.believe(place.Place{File: m[1]})
	if s.rank == 0 || s.rank < rankOurs && !strings.Contains(m[1], "/") {
		return nil
	}
	return &Reading{parser: &reports, Finding: Finding{File: s.file}, general: block{table: true, rank: 0, indent: h.indent, sure: s.rank == rankOurs}}
}

// ruled returns the beginning of a report whose first line is a rule with a title and a file:
// "-- TYPE MISMATCH ------ src/Main.elm".
func (d *Digest) ruled(h head, line string) *Reading {
	if !strings.Contains(line, "----") && !strings.Contains(line, "────") && !strings.Contains(line, "━━━") && !strings.Contains(line, "====") {
		return nil
	}
	s := d.fileIn(line)
	title := strings.Trim(line[:min(len(line), s.from)], " -─━=")
	if s.rank == 0 || title == "" {
		return nil
	}
	return &Reading{parser: &reports, Ready: title == strings.ToUpper(title), Finding: Finding{Level: "error", Message: title, File: s.file}, general: block{header: true, rank: 0, indent: h.indent}}
}

// row reads a row of such a report, and reports whether it is one.
func (d *Digest) row(r *Reading, line string) bool {
	if isCaret(line) && r.general.quoted > 0 {
		if _, message, _ := lead(strings.TrimLeft(line, " \t^~-|")); message != "" {
			r.others, r.to = append(r.others, Finding{Message: message, File: r.File, Line: r.general.quoted}), d.seen
			d.takeOthers(r)
		}
		return true
	}
	m := tableRow.find(line)
	if m == nil {
		return strings.Trim(line, " -─=|+") == ""
	}
	level, message, strong := lead(m[3])
	if t := tableRest.find(m[3]); t != nil {
		level, message, strong = levelWord(strings.ToLower(t[1])), t[2], true
	}
	if !strong && codeLevel(m[3]) != "" {
		level, strong = codeLevel(m[3]), true
	}
	if !strong && m[2] == "" { // a line of source
		r.general.quoted = number(m[1])
		return r.general.sure
	}
	if level == note || !strong && !r.general.sure {
		return level == note
	}
	r.general.rows++
	r.others = append(r.others, Finding{Level: cmp.Or(level, "error"), Message: message, File: r.File, Line: number(m[1]), Column: number(m[2])})
	r.to = d.seen
	d.takeOthers(r)
	return true
}

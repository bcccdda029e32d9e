package digest

import (
	"cmp"
	"strings"

	"devservers/app/digest/parse"
)

var (
	listHeading = parse.Pattern{Expr: `^\W*(?i:(errors?|warnings?|problems?|failures?))(?:(?: \(\d+\)| found)?:| \d+:?)$`}
	listItem    = parse.Pattern{Expr: `^\s*(?:\d{1,4}[.)]|[-*•·])\s+(\S.*)$`}
)

// item reads a heading and the items of a list below it: "Errors:", "1. main is missing". It reports whether the line
// is one of these items.
func (d *Digest) item(line string) bool {
	if m := listHeading.Find(line); m != nil {
		d.s.listed = cmp.Or(levelWord(strings.TrimSuffix(m[1], "s")), "error")
		return false
	}
	m := listItem.Find(line)
	if m == nil {
		d.s.listed = ""
	}
	if d.s.listed == "" || len(strings.Fields(m[1])) < 3 {
		return false
	}
	d.flush(d.s)
	d.begin(&parse.Levels, &parse.Reading{Ready: true, Finding: parse.Finding{Level: d.s.listed, Message: m[1],
		File: d.where.named(m[1])}, Block: parse.Block{Indent: indentOf(line)}})
	return true
}

package digest

import (
	"cmp"
	"slices"
	"strings"

	"devservers/app/digest/parse"
)

var (
	listHeading = parse.Pattern{Expr: `^\W*(?i)(?:[^\s:]+ ){0,4}(errors?|warnings?|problems?|failures?|failed)(?:(?: \(\d+\)| found)?:| \d+:?)$`}
	// what failed is printed once more below it
	failedAgain = parse.Pattern{Expr: `^\W*(?i:(?:summary of all )?failing tests)\W*$`}
	listItem    = parse.Pattern{Expr: `^\s*(?:\d{1,4}[.)]|[-*•·])\s+(\S.*)$`}
)

// item reads a heading and the items of a list below it: "Errors:", "1. main is missing". It reports whether the line
// is one of these items.
func (d *Digest) item(line string) bool {
	if failedAgain.Matches(line) {
		d.s.again = d.seen.Seq
	}
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
	d.begin(&parse.Levels, &parse.Reading{Ready: true, Finding: parse.Finding{Level: d.s.listed, Message: m[1],
		File: d.where.named(m[1])}, Block: parse.Block{Indent: indentOf(line)}})
	return true
}

// Bound returns at most limit of these errors, and how many it left out: the error that came first, which may be the
// cause of the others, and the newest ones.
func Bound(list []Error, limit int) (some []Error, left int) {
	n := len(list) - limit
	if n <= 0 {
		return list, 0
	}
	first := slices.MinFunc(list, func(a, b Error) int { return cmp.Compare(a.First, b.First) })
	list = list[n:]
	if !slices.ContainsFunc(list, func(e Error) bool { return e.First == first.First }) {
		list[0] = first
	}
	return list, n
}

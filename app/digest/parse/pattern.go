package parse

import (
	"regexp"
	"strconv"
	"sync"
)

// Pattern is a regular expression that is compiled when first used, as package variables cost each process time at
// start.
type Pattern struct {
	Expr string
	once sync.Once
	re   *regexp.Regexp
}

// Find returns the submatches of the leftmost match in s; nil = none.
func (p *Pattern) Find(s string) []string {
	p.once.Do(func() { p.re = regexp.MustCompile(p.Expr) })
	return p.re.FindStringSubmatch(s)
}

// Names returns the names of the groups.
func (p *Pattern) Names() []string { return p.re.SubexpNames() }

// Matches reports whether s has a match.
func (p *Pattern) Matches(s string) bool { return p.Find(s) != nil }

// fits returns a test whether a line matches an expression.
func fits(expr string) func(string) bool { return (&Pattern{Expr: expr}).Matches }

// Number returns a line or a column; 0 = none.
func Number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 1<<30 {
		return 0
	}
	return n
}

// Ranks of places.
const (
	Theirs = iota + 1
	Ours
)

func RankOf(file string) int {
	if TheirsIn(file) {
		return Theirs
	}
	return Ours
}

// at sets the place if it is better than the current one; last: or as good. The current one may get its column.
func (r *Reading) at(file, line, column string, last bool) {
	rank := RankOf(file)
	same := file == r.File && Number(line) == r.Line && r.Column == 0
	if rank > r.Rank || rank == r.Rank && (last || same) {
		r.Rank, r.File, r.Line, r.Column = rank, file, Number(line), Number(column)
	}
}

package digest

import (
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"devservers/app/digest/place"
)

// pattern is a regular expression that is compiled when first used, as package variables cost each process time at start.
type pattern struct {
	expr string
	once sync.Once
	re   *regexp.Regexp
}

// find returns the submatches of the leftmost match in s; nil = none.
func (p *pattern) find(s string) []string {
	p.once.Do(func() { p.re = regexp.MustCompile(p.expr) })
	return p.re.FindStringSubmatch(s)
}

// number returns a line or a column; 0 = none.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 || n > 1<<30 {
		return 0
	}
	return n
}

// Ranks of places.
const (
	theirs = iota + 1
	ours
)

func rankOf(file string) int {
	if place.Theirs(file) {
		return theirs
	}
	return ours
}

// at sets the place if it is better than the current one; last: or as good.
func (r *Reading) at(file, line, column string, last bool) {
	rank := rankOf(file)
	if rank > r.rank || last && rank == r.rank {
		r.rank, r.File, r.Line, r.Column = rank, file, number(line), number(column)
	}
}

// paths names files relative to the project's root.
type paths struct{ root, sub string }

func newPaths(root, dir string) paths {
	p := paths{root: strings.TrimSuffix(root, "/")}
	if rest, ok := strings.CutPrefix(dir, p.root+"/"); ok && p.root != "" {
		p.sub = rest
	}
	return p
}

// short returns a file relative to the project's root, if it is in it.
func (p paths) short(file string) string {
	file = strings.TrimPrefix(file, "file://")
	file, _, _ = strings.Cut(file, "?") // Vite's ?t=1700000000000
	if len(file) > maxMessage {
		return ""
	}
	switch {
	case strings.HasPrefix(file, "node:"):
		return ""
	case file == "" || strings.Contains(file, "://"):
	case path.IsAbs(file):
		if rest, ok := strings.CutPrefix(file, p.root+"/"); ok && p.root != "" {
			return rest
		}
	case strings.Contains(file, "/") || strings.Contains(file, "."):
		return path.Join(p.sub, file)
	}
	return file
}

package digest

import (
	"cmp"
	"slices"
)

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

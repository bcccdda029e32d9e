// Package sorted orders lists of any type with one compiled sort. Those of package slices are compiled again for each
// type that is sorted, which took 600 kB of the program.
package sorted

import (
	"cmp"
	"slices"
)

// By sorts list by compare, which is as that of slices.SortFunc. Equal elements keep their order.
func By[E any](list []E, compare func(a, b E) int) {
	if len(list) < 2 {
		return
	}
	before := slices.Clone(list)
	for to, from := range order(len(list), func(a, b int) int { return compare(before[a], before[b]) }) {
		list[to] = before[from]
	}
}

// order returns the places 0 to n-1 in the order of compare.
func order(n int, compare func(a, b int) int) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(a, b int) int { return cmp.Or(compare(a, b), a-b) })
	return places
}

package config

import (
	"slices"
	"strconv"
)

func itoa(n int) string { return strconv.Itoa(n) }

// nearest returns the candidate that name was most likely meant to be, or "": at most a third of its letters may
// have to change.
func nearest(name string, candidates []string) string {
	best, limit := "", max(1, len([]rune(name))/3)+1
	if len(name) > 64 {
		return ""
	}
	for _, c := range candidates {
		if d := distance(name, c); d < limit {
			best, limit = c, d
		}
	}
	return best
}

// distance is Levenshtein's, where two swapped neighbours count as one change.
func distance(a, b string) int {
	s, t := []rune(a), []rune(b)
	var older []int
	row := make([]int, len(t)+1)
	for j := range row {
		row[j] = j
	}
	for i := range s {
		next := make([]int, len(t)+1)
		next[0] = i + 1
		for j := range t {
			change := row[j]
			if s[i] != t[j] {
				change++
			}
			next[j+1] = min(change, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && s[i] == t[j-1] && s[i-1] == t[j] {
				next[j+1] = min(next[j+1], older[j-1]+1)
			}
		}
		older, row = row, next
	}
	return row[len(t)]
}

// sorted returns a sorted copy.
func sorted(list []string) []string {
	out := slices.Clone(list)
	slices.Sort(out)
	return out
}

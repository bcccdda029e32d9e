package words

import (
	"cmp"
	"slices"
	"strings"
)

const (
	longestName = 64 // a longer one is not a misspelled name
	mostMeant   = 3  // suggestions
)

// Nearest returns all choices, those most like name first.
func Nearest(name string, choices []string) []string {
	sorted := slices.Clone(choices)
	if len(name) <= longestName {
		slices.SortStableFunc(sorted, func(a, b string) int { return cmp.Compare(unlike(name, a), unlike(name, b)) })
	}
	return sorted
}

// Meant returns the choices that name may be a misspelling of, the most likely first: at most three, in which at most
// a third of its letters differ.
func Meant(name string, choices []string) []string {
	if len(name) > longestName {
		return nil
	}
	n := len([]rune(name))
	most := min(max(1, n/3), n-1)
	sorted := Nearest(name, choices)
	far := slices.IndexFunc(sorted, func(c string) bool { return unlike(name, c) > most })
	if far >= 0 {
		sorted = sorted[:far]
	}
	return sorted[:min(len(sorted), mostMeant)]
}

// unlike is the edit distance of two names. If only the second one has a project before a slash, that is ignored. The
// beginning of a name is nearly the name.
func unlike(a, b string) int {
	if !strings.Contains(a, "/") {
		b = b[strings.LastIndexByte(b, '/')+1:]
	}
	if len(a) > 2 && len(a) < len(b) && strings.HasPrefix(b, a) {
		return 1
	}
	return distance([]rune(a), []rune(b))
}

// distance is the edit distance of Damerau and Levenshtein: two swapped neighbors count as one change.
func distance(s, t []rune) int {
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

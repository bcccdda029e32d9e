package cli

import (
	"sort"
	"strings"

	"devservers/app"
	"devservers/cli/term"
)

// unknown says that nothing is called name, and what is called nearly so.
func unknown(what, name string, choices []string) error {
	e := &app.Error{Code: app.CodeNotFound, Detail: "no " + what + " is called " + term.Plain(name), Choices: nearest(name, choices)}
	switch near := near(name, e.Choices); {
	case len(near) > 0:
		e.Hint = "did you mean " + alternatives(near) + "?"
	case len(choices) == 0:
		e.Hint = "no project is registered yet: change to one's directory and call devservers register"
	default:
		e.Hint = "there is " + strings.Join(e.Choices[:min(len(e.Choices), 8)], ", ")
	}
	return e
}

// alternatives lists names as a sentence does: a, b or c.
func alternatives(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// nearest sorts choices by how like name they are.
func nearest(name string, choices []string) []string {
	sorted := append([]string{}, choices...)
	sort.SliceStable(sorted, func(i, j int) bool { return unlike(name, sorted[i]) < unlike(name, sorted[j]) })
	return sorted
}

// near keeps those that can be a slip of the finger.
func near(name string, sorted []string) []string {
	var close []string
	for _, choice := range sorted {
		if unlike(name, choice) <= min(max(2, len(name)/3), len(name)-1) && len(close) < 3 {
			close = append(close, choice)
		}
	}
	return close
}

// unlike is the distance of Levenshtein, of the last parts when only one of the two names a project. The beginning of
// a name is almost the name.
func unlike(a, b string) int {
	if !strings.Contains(a, "/") {
		b = b[strings.LastIndexByte(b, '/')+1:]
	}
	if len(a) > 2 && len(a) < len(b) && strings.HasPrefix(b, a) {
		return 1
	}
	previous := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := range len(a) {
		current := []int{i + 1}
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			current = append(current, min(current[j]+1, previous[j+1]+1, previous[j]+cost))
		}
		previous = current
	}
	return previous[len(b)]
}

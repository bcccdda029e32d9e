package views

import "regexp"

// Part is a piece of a line; Hit means that it matches the search.
type Part struct {
	Text string
	Hit  bool
}

// Marked splits a line at the matches of a search. An invalid regular expression matches nothing.
func Marked(line, text string, regex, matchCase bool) []Part {
	if !regex {
		text = regexp.QuoteMeta(text)
	}
	if !matchCase {
		text = "(?i)" + text
	}
	find, err := regexp.Compile(text)
	if err != nil {
		return []Part{{Text: line}}
	}
	var parts []Part
	at := 0
	for _, m := range find.FindAllStringIndex(line, -1) {
		if m[0] == m[1] {
			continue
		}
		if m[0] > at {
			parts = append(parts, Part{Text: line[at:m[0]]})
		}
		parts, at = append(parts, Part{Text: line[m[0]:m[1]], Hit: true}), m[1]
	}
	if at < len(line) {
		parts = append(parts, Part{Text: line[at:]})
	}
	return parts
}

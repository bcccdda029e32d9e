package views

import "strings"

// diffClass is how a line of a unified diff looks.
func diffClass(line string) string {
	switch {
	case strings.HasPrefix(line, "@@"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"),
		strings.HasPrefix(line, " # "):
		return "at"
	case strings.HasPrefix(line, "+"):
		return "plus"
	case strings.HasPrefix(line, "-"):
		return "minus"
	}
	return "same"
}

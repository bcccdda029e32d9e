package code

import (
	"regexp"
	"strings"
)

// InQuotes matches what a source quotes, with its quotes.
var InQuotes = lazily(`'[^'\n]*'|"[^"\n]*"|` + "`[^`\n]*`")

// Statement returns a line of a source, with those after it that belong to the same call.
func Statement(text string, line int) string {
	lines := strings.Split(text, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	to := line
	for to < min(len(lines), line+12) && open(strings.Join(lines[line-1:to], "\n")) > 0 {
		to++
	}
	return strings.Join(lines[line-1:to], "\n")
}

func open(text string) int {
	return strings.Count(text, "(") + strings.Count(text, "{") - strings.Count(text, ")") - strings.Count(text, "}")
}

// IsAsync reports whether a function of a source, or of the module from which it imports it, is declared as async.
func (x *Texts) IsAsync(from, name string) bool {
	for _, i := range Imports(from) {
		if path := x.Source(from, i.Module); i.Name == name && path != "" {
			from = path
			if i.Of != "" && i.Of != "default" {
				name = i.Of
			}
		}
	}
	quoted := regexp.QuoteMeta(name)
	expr := `(?m)\basync\s+function\s+` + quoted + `\b|\b` + quoted + `\s*[:=]\s*async\b|^\s*async\s+` + quoted + `\(`
	return regexp.MustCompile(expr).MatchString(x.Text(from))
}

// Assigns reports whether a line gives a name a value.
func Assigns(line, name string) bool {
	q := regexp.QuoteMeta(name)
	return regexp.MustCompile(`(?:^\s*|[.\[("'])` + q +
		`["']?[\])]*\s*(?::\s*[\w\[\], ]+)?\s*(?:\+?=[^=]|=>|:\s|,)`).MatchString(line)
}

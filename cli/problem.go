package cli

import (
	"strings"

	"devservers/app/config/yml"
	"devservers/cli/term"
)

// problem colours a fault as compilers do: the place term.Bold, the caret term.Red, the hint calm.
func problemText(s term.Style, p yml.Problem) string {
	text := p.String()
	if !s.Color {
		return text + "\n"
	}
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		switch rest := strings.TrimLeft(line, " "); {
		case i == 0:
			place := p.Position() + ":"
			line = s.Paint(term.Bold, place) + headline(s, p, strings.TrimPrefix(line, place))
		case rest == "^":
			line = s.Paint(term.BoldRed, line)
		case strings.HasPrefix(rest, "hint: "):
			line = s.Paint(term.Cyan, line)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func headline(s term.Style, p yml.Problem, text string) string {
	if p.Warning {
		return s.Paint(term.Yellow, text)
	}
	return s.Paint(term.Red, text)
}

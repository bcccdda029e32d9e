package cli

import (
	"strings"

	"devservers/app/config/yml"
)

// problem colours a fault as compilers do: the place bold, the caret red, the hint calm.
func (s style) problem(p yml.Problem) string {
	text := p.String()
	if !s.colour {
		return text + "\n"
	}
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		switch rest := strings.TrimLeft(line, " "); {
		case i == 0:
			place := p.Position() + ":"
			line = s.paint(bold, place) + s.headline(p, strings.TrimPrefix(line, place))
		case rest == "^":
			line = s.paint(boldRed, line)
		case strings.HasPrefix(rest, "hint: "):
			line = s.paint(cyan, line)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func (s style) headline(p yml.Problem, text string) string {
	if p.Warning {
		return s.paint(yellow, text)
	}
	return s.paint(red, text)
}

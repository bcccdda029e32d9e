package view

import (
	"strings"

	"devservers/app"
	"devservers/app/config/trust"
	"devservers/cli/term"
)

// Review draws the commands of a new file, and of a changed one the differences.
func (v View) Review(review app.Review) string {
	head := v.Paint(term.Bold, review.Project) + "  " + v.Paint(term.Dim, v.Path(review.File))
	if review.State == trust.Changed && review.Diff != "" {
		return head + "\n" + v.Paint(term.Yellow, "has changed since it was trusted:") + "\n\n" + v.Diff(review.Diff) + "\n"
	}
	var text strings.Builder
	for line := range strings.Lines(strings.TrimRight(review.Text, "\n")) {
		text.WriteString("  " + term.Plain(strings.TrimRight(line, "\n")) + "\n")
	}
	return head + "\n\n" + text.String() + "\n"
}

// Diff draws a unified diff.
func (v View) Diff(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = term.Plain(strings.TrimRight(line, "\n"))
		switch {
		case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "):
			line = v.Paint(term.Dim, line)
		case strings.HasPrefix(line, "+"):
			line = v.Paint(term.Green, line)
		case strings.HasPrefix(line, "-"):
			line = v.Paint(term.Red, line)
		case strings.HasPrefix(line, "@@"):
			line = v.Paint(term.Cyan, line)
		}
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

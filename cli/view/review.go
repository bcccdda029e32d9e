package view

import (
	"strings"

	"devservers/app"
	"devservers/app/config/settings"
)

// Review draws the commands of a new file, and of a changed one the differences.
func (v View) Review(review app.Review) string {
	head := v.Paint(Bold, review.Project) + "  " + v.Paint(Dim, v.Path(review.File))
	if review.State == settings.Changed && review.Diff != "" {
		return head + "\n" + v.Paint(Yellow, "has changed since it was trusted:") + "\n\n" + v.Diff(review.Diff) + "\n"
	}
	if review.Unrun && review.Diff != "" {
		return head + "\n" + v.Paint(Yellow, "runs other code than the work tree that you trust:") + "\n\n" +
			v.Diff(review.Diff) + "\n"
	}
	var text strings.Builder
	for line := range strings.Lines(strings.TrimRight(review.Text, "\n")) {
		text.WriteString("  " + Plain(strings.TrimRight(line, "\n")) + "\n")
	}
	return head + "\n\n" + text.String() + "\n"
}

// Diff draws a unified diff.
func (v View) Diff(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = Plain(strings.TrimRight(line, "\n"))
		switch {
		case strings.HasPrefix(line, "+++ "), strings.HasPrefix(line, "--- "):
			line = v.Paint(Dim, line)
		case strings.HasPrefix(line, "+"):
			line = v.Paint(Green, line)
		case strings.HasPrefix(line, "-"):
			line = v.Paint(Red, line)
		case strings.HasPrefix(line, "@@"):
			line = v.Paint(Cyan, line)
		}
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}

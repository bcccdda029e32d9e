package view

import (
	"slices"
	"strings"

	"devservers/app"
)

// Failure draws an error in full: what is wrong behind head, its causes, the lines of the failure, and what to do.
// Everything below the first line is indented to its text. The detail already names the owner of a port and how a run
// ended.
func (v View) Failure(head string, e *app.Error) string {
	start := Columns(head)
	pad := strings.Repeat(" ", start)
	detail, hint := On(e.Host, e.Detail), e.Hint
	text := v.detailText(head, strings.Split(detail, "\n"), start)
	for _, f := range e.Findings {
		f.Evidence = slices.DeleteFunc(slices.Clone(f.Evidence), func(e app.Evidence) bool {
			return strings.Contains(detail, e.String())
		})
		if f.Fix == hint {
			hint = ""
		}
		text += v.findingOn(e.Host, f, start)
	}
	for _, line := range e.Output {
		text += v.quoted(line, start)
	}
	if len(e.Looked) > 0 {
		text += v.Hang(pad+v.Paint(Dim, "looked at")+" ", Plain(strings.Join(e.Looked, ", ")), start+2)
	}
	if hint != "" {
		text += v.hint(pad, strings.Split(On(e.Host, hint), "\n"), start)
	}
	return text
}

// detailText draws lines behind head. Only a single line is wrapped: several are laid out already, such as the
// problems of a file.
func (v View) detailText(head string, lines []string, start int) string {
	if len(lines) == 1 {
		return v.Hang(head, Plain(lines[0]), start)
	}
	pad, text := strings.Repeat(" ", start), head
	for i, line := range lines {
		if i > 0 {
			text += pad
		}
		text += Plain(line) + "\n"
	}
	return text
}

// hint draws what to do next behind an arrow.
func (v View) hint(pad string, lines []string, start int) string {
	arrow := v.Arrow() + " "
	text := v.Hang(pad+v.Paint(Cyan, arrow), Plain(lines[0]), start+Columns(arrow))
	for _, line := range lines[1:] {
		text += pad + "  " + Plain(line) + "\n"
	}
	return text
}

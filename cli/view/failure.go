package view

import (
	"fmt"
	"strings"

	"devservers/app"
	"devservers/cli/term"
)

// Failure draws an error in full: what is wrong behind head, its causes or else the last output, and what to do.
// Everything below the first line is indented to its text. The detail already names the owner of a port and how a run ended.
func (v View) Failure(head string, e *app.Error) string {
	start := term.Columns(head)
	pad := strings.Repeat(" ", start)
	text := v.detailText(head, strings.Split(e.Detail, "\n"), start)
	for _, f := range e.Findings {
		text += v.Finding(f, start)
	}
	if len(e.Findings) == 0 {
		for _, line := range e.Output {
			text += v.quoted(line, start)
		}
	}
	if e.Hint != "" {
		text += v.hint(pad, strings.Split(e.Hint, "\n"), start)
	}
	return text
}

// detailText draws lines behind head. Only a single line is wrapped: several are laid out already, such as the
// problems of a file.
func (v View) detailText(head string, lines []string, start int) string {
	if len(lines) == 1 {
		return v.Hang(head, term.Plain(lines[0]), start)
	}
	pad, text := strings.Repeat(" ", start), head
	for i, line := range lines {
		if i > 0 {
			text += pad
		}
		text += term.Plain(line) + "\n"
	}
	return text
}

// hint draws what to do next behind an arrow.
func (v View) hint(pad string, lines []string, start int) string {
	arrow := v.Arrow() + " "
	text := v.Hang(pad+v.Paint(term.Cyan, arrow), term.Plain(lines[0]), start+term.Columns(arrow))
	for _, line := range lines[1:] {
		text += pad + "  " + term.Plain(line) + "\n"
	}
	return text
}

// PortOwner says who holds a port.
func (v View) PortOwner(o app.PortOwner) string {
	if o.Kind == app.OwnerOurs && o.Server != "" {
		return "held by " + term.Plain(o.Server) + pidText(", PID %d", o.PID)
	}
	text := "held by a process of another user"
	if o.PID != 0 {
		text = "held by" + pidText(" PID %d", o.PID)
	}
	if o.Command != "" {
		text += " (" + term.Plain(o.Command) + ")"
	}
	if o.Age != "" {
		text += ", " + term.Plain(o.Age) + " old"
	}
	if o.Dir != "" {
		text += ", in " + term.Plain(v.Path(o.Dir))
	}
	if o.Kind == app.OwnerCheckout {
		text += ": another checkout of this project"
	}
	return text
}

func pidText(format string, pid int) string {
	if pid == 0 {
		return ""
	}
	return fmt.Sprintf(format, pid)
}

package cli

import (
	"context"
	"errors"
	"strings"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/term"
)

// complain tells why a command failed: to the person on standard error, to a program as {"error": …}.
func (p *program) complain(err error) {
	var e *exit
	silent := errors.As(err, &e) && e.err == nil
	if err == nil || silent || errors.Is(err, context.Canceled) {
		return
	}
	failure := client.AsError(err)
	if p.json {
		_ = p.answer(map[string]any{"error": failure})
		return
	}
	s := p.Style(p.Err)
	p.Notef("%s", p.explained(s, s.Cross()+" ", failure, p.Width(p.Err)))
}

// explained is a failure in full: what is wrong behind head, who holds the port, how it ended, what it printed
// last, what to do. Everything below the first line hangs under its text.
func (p *program) explained(s term.Style, head string, e *app.Error, width int) string {
	start := term.Columns(head)
	pad := strings.Repeat(" ", start)
	var b strings.Builder
	b.WriteString(wrapped(head, detailLines(e.Detail), start, width))
	if e.Owner != nil && !strings.Contains(e.Detail, "held by") {
		b.WriteString(term.Hang(pad, p.ownerText(*e.Owner), start, width, s))
	}
	if e.Exit != nil && !strings.Contains(e.Detail, exitWord(*e.Exit)) {
		b.WriteString(term.Hang(pad, exitText(e.Exit), start, width, s))
	}
	for _, line := range e.Output {
		b.WriteString(pad + s.Paint(term.Dim, term.Clip(s.Bar()+" "+term.Plain(line), width-start, s)) + "\n")
	}
	if e.Hint != "" {
		b.WriteString(p.hint(s, pad, e.Hint, start, width))
	}
	return b.String()
}

// detailLines keeps the lines of a long text, such as a file's problems, as they are.
func detailLines(detail string) []string {
	lines := strings.Split(detail, "\n")
	for i, line := range lines {
		lines[i] = term.Plain(line)
	}
	return lines
}

// wrapped sets lines behind head and under each other. Only a text of one line is wrapped: more than one are laid
// out already.
func wrapped(head string, lines []string, start, width int) string {
	if len(lines) == 1 {
		return term.Hang(head, lines[0], start, width, term.Style{})
	}
	pad := strings.Repeat(" ", start)
	return head + strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\n"+pad) + "\n"
}

func (p *program) hint(s term.Style, pad, hint string, start, width int) string {
	arrow := s.Arrow() + " "
	lines := strings.Split(hint, "\n")
	text := term.Hang(pad+s.Paint(term.Cyan, arrow), term.Plain(lines[0]), start+term.Columns(arrow), width, term.Style{})
	for _, line := range lines[1:] {
		text += pad + "  " + term.Plain(line) + "\n"
	}
	return text
}

// ownerText says who holds a port.
func (p *program) ownerText(o app.PortOwner) string {
	if o.Kind == "ours" && o.Server != "" {
		return "held by " + term.Plain(o.Server) + pidText(o.PID)
	}
	who := "held by a process of another user"
	if o.PID != 0 {
		who = "held by" + strings.TrimPrefix(pidText(o.PID), ",")
	}
	for _, part := range []string{commandText(o.Command), ageText(o.Age), p.dirText(o.Dir)} {
		who += part
	}
	if o.Kind == "checkout" {
		who += ": another checkout of this project"
	}
	return who
}

func commandText(command string) string {
	if command == "" {
		return ""
	}
	return " (" + term.Plain(command) + ")"
}

func ageText(age string) string {
	if age == "" {
		return ""
	}
	return ", " + term.Plain(age) + " old"
}

func (p *program) dirText(dir string) string {
	if dir == "" {
		return ""
	}
	return ", in " + term.Plain(p.tilde(dir))
}

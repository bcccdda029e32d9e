package view

import (
	"fmt"
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

// Diagnosis draws the findings, each with its evidence and the next step below.
func (v View) Diagnosis(d app.Diagnosis) string {
	sign := v.Done()
	switch {
	case len(d.Findings) > 0:
		sign = v.Cross()
	case len(d.Output) > 0:
		sign = v.Paint(Yellow, "!")
	}
	host, _, _ := app.CutHost(d.Server)
	text := v.Hang(sign+" ", Plain(On(host, d.Message)), 2)
	for _, f := range d.Findings {
		text += "\n" + v.findingOn(host, f, 2)
	}
	if o := d.Owner; o != nil && d.State != app.External && !ofPort(d.Findings) {
		text += v.Hang("  ", Plain(fmt.Sprintf("port %d is held by %s", o.Port, o.Describe())), 4)
	}
	for _, line := range d.Output {
		text += v.quoted(line, 2)
	}
	if len(d.Findings) > 0 && len(d.Looked) > 0 {
		text += v.Hang("  "+v.Paint(Dim, "looked at")+" ", Plain(strings.Join(d.Looked, ", ")), 4)
	}
	return text
}

// ofPort reports whether a finding is about a port: then it names the holder.
func ofPort(list []app.Finding) bool {
	return slices.ContainsFunc(list, func(f app.Finding) bool { return f.Kind == app.FindingPort })
}

// Diagnoses draws those of several servers and tasks that something is wrong with.
func (v View) Diagnoses(list []app.Diagnosis) string {
	if len(list) == 0 {
		return v.Done() + " nothing is known to be wrong\n"
	}
	text := ""
	for i, d := range list {
		if i > 0 {
			text += "\n"
		}
		text += v.Diagnosis(d)
	}
	return text
}

// Finding draws a finding, indented to a column.
func (v View) Finding(f app.Finding, start int) string {
	kind, lines, pad := string(f.Kind), strings.Split(f.Problem, "\n"), strings.Repeat(" ", start)
	text := v.Hang(pad+v.Paint(BoldRed, kind)+"  ", Plain(lines[0]), start+2+Columns(kind))
	for _, line := range lines[1:] {
		text += pad + "  " + Plain(line) + "\n"
	}
	for _, e := range f.Evidence {
		text += hang(pad+"  ", Plain(e.String()), start+2, v.Width, v.Style)
	}
	if f.Fix != "" {
		text += v.Hang(pad+"  "+v.Paint(Cyan, v.Arrow())+" ", Plain(f.Fix), start+4)
	}
	return text
}

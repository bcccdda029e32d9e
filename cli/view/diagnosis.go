package view

import (
	"strings"

	"devservers/app"
)

// Diagnosis draws the findings, each with its evidence and the next step below.
func (v View) Diagnosis(d app.Diagnosis) string {
	sign := v.Done()
	if len(d.Findings) > 0 {
		sign = v.Cross()
	}
	text := v.Hang(sign+" ", Plain(d.Message), 2)
	for _, f := range d.Findings {
		text += "\n" + v.Finding(f, 2)
	}
	for _, line := range d.Output {
		text += v.quoted(line, 2)
	}
	return text
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
		text += Hang(pad+"  ", Plain(e), start+2, v.Width, v.Style)
	}
	if f.Fix != "" {
		text += v.Hang(pad+"  "+v.Paint(Cyan, v.Arrow())+" ", Plain(f.Fix), start+4)
	}
	return text
}

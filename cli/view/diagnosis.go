package view

import (
	"strings"

	"devservers/app"
	"devservers/cli/term"
)

// Diagnosis draws the findings, each with its evidence and the next step below.
func (v View) Diagnosis(d app.Diagnosis) string {
	sign := v.Done()
	if len(d.Findings) > 0 {
		sign = v.Cross()
	}
	text := v.Hang(sign+" ", term.Plain(d.Message), 2)
	for _, f := range d.Findings {
		text += "\n" + v.finding(f)
	}
	for _, line := range d.Output {
		text += v.quoted(line, 2)
	}
	return text
}

func (v View) finding(f app.Finding) string {
	kind, lines := string(f.Kind), strings.Split(f.Problem, "\n")
	text := v.Hang("  "+v.Paint(term.BoldRed, kind)+"  ", term.Plain(lines[0]), 4+term.Columns(kind))
	for _, line := range lines[1:] {
		text += "    " + term.Plain(line) + "\n"
	}
	for _, e := range f.Evidence {
		text += term.Hang("    ", term.Plain(e), 4, v.Width, v.Style)
	}
	if f.Fix != "" {
		text += v.Hang("    "+v.Paint(term.Cyan, v.Arrow())+" ", term.Plain(f.Fix), 6)
	}
	return text
}

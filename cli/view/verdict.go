package view

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// Edit draws what changed, then its effect on each server.
func (v View) Edit(page app.EditPage) string {
	if page.Edit == nil {
		return Plain(page.Message) + "\n"
	}
	text := Plain(strings.Join(page.Edit.Files, ", ")) + " " + v.Paint(Dim, "edited "+words.Ago(v.since(page.Edit.At))) + "\n"
	browser, reported := false, true
	for _, verdict := range page.Verdicts {
		text += v.Verdict(verdict)
		if verdict.Browser && verdict.State == app.VerdictOK {
			browser, reported = true, reported && verdict.BrowserLogs
		}
	}
	switch {
	case browser && reported:
		text += v.Paint(Dim, "errors in a browser are seen only in pages open under the named URL") + "\n"
	case browser:
		text += v.Paint(Dim, "errors in a browser are not seen") + "\n"
	}
	return text
}

// Verdict draws a line for a server, and the errors that are new, came again, are fixed, or were not seen since.
func (v View) Verdict(d app.Verdict) string {
	text := v.VerdictLine(d.Server, d)
	for _, e := range append(slices.Clone(d.New), d.Again...) {
		text += "  " + v.ErrorChange(d.Server, e)
	}
	for _, e := range append(slices.Clone(d.Still), d.Unseen...) {
		text += "  " + v.ErrorChange(d.Server, e)
	}
	for _, e := range d.Fixed {
		e.Fixed = true
		text += "  " + v.ErrorChange(d.Server, e)
	}
	return text
}

// VerdictLine draws a verdict on a server in one line.
func (v View) VerdictLine(server string, d app.Verdict) string {
	sign := v.Paint(Dim, v.Pick("·", "-"))
	switch d.State {
	case app.VerdictOK:
		sign = v.Done()
	case app.VerdictBroken:
		sign = v.Cross()
	case app.VerdictStale:
		sign = v.Paint(Yellow, v.Pick("!", "!"))
	}
	return sign + " " + v.Paint(Bold, server) + "  " + Plain(d.Message) + "\n"
}

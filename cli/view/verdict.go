package view

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// Edit draws what changed, then its effect on each server.
func (v View) Edit(page app.EditPage) string {
	if page.Edit == nil {
		text := Plain(page.Message) + "\n"
		if !page.Watched {
			text += v.hint("  ", []string{"start one: devservers start"}, 2)
		}
		return text
	}
	text := Plain(strings.Join(page.Edit.Files, ", ")) + " " + v.Paint(Dim, "edited "+words.Ago(v.since(page.Edit.At))) +
		"\n"
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
	text += v.block(d.Failure) + v.page(d)
	for _, e := range append(slices.Clone(d.Still), d.Unseen...) {
		text += "  " + v.ErrorChange(d.Server, e)
	}
	for _, e := range d.Fixed {
		e.Fixed = true
		text += "  " + v.ErrorChange(d.Server, e)
	}
	return text
}

// block draws the lines of a failure, who has its port, and what was looked at. How a run ended is in the message.
func (v View) block(b *app.Block) (text string) {
	if b == nil {
		return ""
	}
	for _, line := range b.Output {
		text += v.quoted(line, 2)
	}
	if o := b.Owner; o != nil {
		text += v.Hang("  ", Plain(fmt.Sprintf("port %d is held by %s", o.Port, o.Describe())), 4)
	}
	if len(b.Output) > 0 {
		text += v.Hang("  "+v.Paint(Dim, "looked at")+" ", Plain(strings.Join(b.Looked, ", ")), 4)
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

// page draws what went wrong in a page that was opened, unless the message says all of it, and where its picture is.
func (v View) page(d app.Verdict) (text string) {
	l := d.Page
	if l == nil {
		return ""
	}
	for _, c := range l.Complaints {
		if len(l.Complaints) > 1 || d.State != app.VerdictBroken {
			text += "  " + Plain(c.Kind+": "+words.ErrorAt(c.Text, c.Place)) + v.times(c.Count) + "\n"
		}
	}
	if l.More > 0 {
		text += "  " + v.Paint(Dim, fmt.Sprintf("and %d more", l.More)) + "\n"
	}
	if l.Picture != "" {
		text += "  " + v.Paint(Dim, "picture: ") + Plain(v.Path(l.Picture)) + "\n"
	}
	return text
}

func (v View) times(n int) string {
	if n < 2 {
		return ""
	}
	return v.Paint(Dim, fmt.Sprintf(" (%d times)", n))
}

// Unopened says that a page was to be opened and none was.
func (v View) Unopened(page app.EditPage, path string) string {
	if path == "" || page.Edit == nil || slices.ContainsFunc(page.Verdicts,
		func(d app.Verdict) bool { return d.Page != nil }) {
		return ""
	}
	return v.Paint(Dim, "no page was opened: none of the servers that this edit concerns has pages; name one") + "\n"
}

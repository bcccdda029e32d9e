package render

import (
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// Headline returns the verdict on an edit in a word, and the servers that it is about: "broken: api".
func Headline(page app.EditPage) string {
	var names []string
	for _, v := range page.Verdicts {
		if v.State == page.State && Concerns(v) {
			_, name, _ := strings.Cut(v.Server, "/")
			names = append(names, name)
		}
	}
	return verdictWord[page.State] + words.Tail(": ", strings.Join(names, ", "))
}

// Concerns reports whether an edit concerns the server of a verdict, or the verdict has news of it.
func Concerns(v app.Verdict) bool {
	return !v.Apart || len(v.New)+len(v.Again)+len(v.Fixed) > 0 || v.State == app.VerdictBroken
}

// Verdict writes what an edit did to a server, and apart from it what the server printed.
func Verdict(head, body *strings.Builder, v app.Verdict) {
	fmt.Fprintf(head, "%s: %s\n", v.Server, VerdictText(v))
	if q := v.Request; q != nil && q.Said != "" && v.State != app.VerdictOK && len(v.New)+len(v.Again) == 0 {
		fmt.Fprintf(body, "answer to GET %s: %s\n", Tidy(q.Path, 200), Tidy(q.Said, LineLength))
	}
	if b := v.Broken; b != nil && v.Reaction != "" && len(v.New)+len(v.Again) == 0 {
		fmt.Fprintf(body, "printed: %s\n", Tidy(v.Reaction, LineLength))
	}
	writeBlock(head, body, v)
	writePage(head, body, v.Page)
	WriteErrors(body, v.New, "error")
	WriteErrors(body, v.Again, "error")
	WriteErrors(body, v.Still, "still there")
	WriteErrors(body, v.Unseen, "not seen since")
	WriteErrors(body, v.Fixed, "fixed")
}

// writeBlock writes how a run ended, who has its port, and the lines of a failure unless errors that are listed say it.
func writeBlock(head, body *strings.Builder, v app.Verdict) {
	b := v.Failure
	if b == nil {
		return
	}
	if b.Exit != nil {
		fmt.Fprintf(head, "%s: %s\n", v.Server, Tidy(b.Exit.String(), 200))
	}
	if b.Owner != nil {
		fmt.Fprintf(head, "port %d is held by %s\n", b.Owner.Port, Tidy(b.Owner.Describe(), 200))
	}
	if len(v.New)+len(v.Again) > 0 {
		return
	}
	for _, line := range b.Output {
		fmt.Fprintf(body, "%s\n", Tidy(line, LineLength))
	}
}

// writePage writes what went wrong in a page that was opened in a browser, and where its picture is.
func writePage(head, body *strings.Builder, l *app.PageLoad) {
	if l == nil {
		return
	}
	if l.Picture != "" {
		fmt.Fprintf(head, "picture: %s\n", l.Picture)
	}
	for _, c := range l.Complaints {
		fmt.Fprintf(body, "page %s: %s\n", c.Kind, Tidy(words.ErrorAt(c.Text, c.Place), LineLength))
	}
	if l.More > 0 {
		fmt.Fprintf(body, "and %d more\n", l.More)
	}
	if l.Elsewhere != "" {
		fmt.Fprintf(body, "it leads to %s\n", Tidy(l.Elsewhere, 200))
	}
}

// VerdictText returns a verdict without its message, which may quote the server.
func VerdictText(v app.Verdict) string {
	text := verdictWord[v.State]
	if b := v.Broken; b != nil {
		text += fmt.Sprintf(" since edit %d of %s", b.Edit.Number, Tidy(strings.Join(b.Edit.Files, ", "), 100))
		if b.GoodUntil != nil {
			text += ", good until " + words.Ago(time.Since(*b.GoodUntil))
		}
	}
	if v.Proof != "" {
		text += ": " + Tidy(v.Proof, 300)
	}
	text += "; " + words.Count(len(v.New), "new error") + counted(len(v.Again), "came again") +
		counted(len(v.Fixed), "fixed") +
		counted(len(v.Unseen), "not seen since") + counted(len(v.Still), "not from the edit") +
		counted(v.Left, "left from before")
	if v.Skipped > 0 {
		text += fmt.Sprintf("; %d lines came too fast and were not read", v.Skipped)
	}
	if v.WatchOff != "" {
		text += "; its watch does not restart it"
	}
	if v.Browser && v.State == app.VerdictOK {
		text += "; " + Unseen(v.BrowserLogs)
	}
	return text
}

// counted returns how many errors are so, unless there are none.
func counted(n int, are string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d %s", n, are)
}

// Unseen returns which errors of a server that serves pages are not known. reported: browser_logs is on.
func Unseen(reported bool) string {
	if reported {
		return "errors in a browser are seen only in pages open under its named URL"
	}
	return "errors in a browser are not seen without browser_logs"
}

var verdictWord = map[string]string{
	app.VerdictOK: "ok", app.VerdictBroken: "broken", app.VerdictPending: "not clear yet; ask again",
	app.VerdictNone: "no verdict", app.VerdictStale: "stale",
}

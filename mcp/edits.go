package mcp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/words"
	"devservers/mcp/output"
)

// awaitEdit is how long get_errors waits for a reaction to the last edit.
const awaitEdit = 10 * time.Second

// verdict writes what an edit did to a server, and apart from it what the server printed.
func (c *call) verdict(head, body *strings.Builder, v app.Verdict) {
	fmt.Fprintf(head, "%s: %s\n", v.Server, verdictText(v))
	if q := v.Request; q != nil && q.Said != "" && v.State != app.VerdictOK && len(v.New)+len(v.Again) == 0 {
		fmt.Fprintf(body, "answer to GET %s: %s\n", output.Tidy(q.Path, 200), output.Tidy(q.Said, output.LineLength))
	}
	if b := v.Broken; b != nil && v.Reaction != "" && len(v.New)+len(v.Again) == 0 {
		fmt.Fprintf(body, "printed: %s\n", output.Tidy(v.Reaction, output.LineLength))
	}
	writeErrors(body, v.New, "error")
	writeErrors(body, v.Again, "error")
	writeErrors(body, v.Unseen, "not seen since")
	writeErrors(body, v.Fixed, "fixed")
}

// verdictText returns a verdict without its message, which may quote the server.
func verdictText(v app.Verdict) string {
	text := verdictWord[v.State]
	if b := v.Broken; b != nil {
		text += fmt.Sprintf(" since edit %d of %s", b.Edit.Number, output.Tidy(strings.Join(b.Edit.Files, ", "), 100))
		if b.GoodUntil != nil {
			text += ", good until " + words.Ago(time.Since(*b.GoodUntil))
		}
	}
	if v.Closed != 0 {
		text += fmt.Sprintf("; nothing listens on %d", v.Closed)
	}
	if q := v.Request; q != nil {
		text += requestText(*q)
	}
	text += fmt.Sprintf("; %s, %d came again, %d fixed, %d not seen since, %d older ones left", words.Count(len(v.New), "new error"), len(v.Again), len(v.Fixed), len(v.Unseen), v.Left)
	if v.Skipped > 0 {
		text += fmt.Sprintf("; %d lines came too fast and were not read", v.Skipped)
	}
	if v.WatchOff != "" {
		text += "; its watch does not restart it"
	}
	if v.Browser && v.State == app.VerdictOK {
		text += "; errors in a browser are not seen"
	}
	return text
}

// requestText returns what a request was answered, without the answer.
func requestText(q app.Request) string {
	if q.Status == 0 {
		return "; GET " + output.Tidy(q.Path, 200) + " got no answer"
	}
	return fmt.Sprintf("; GET %s answered %d", output.Tidy(q.Path, 200), q.Status)
}

var verdictWord = map[string]string{
	app.VerdictOK: "ok", app.VerdictBroken: "broken", app.VerdictPending: "not clear yet; ask again", app.VerdictNone: "no verdict",
}

// edited is the answer to get_errors with since=edit.
func (c *call) edited(name string) (any, error) {
	ref, err := c.findPatched(name)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(c.ctx, awaitEdit)
	defer cancel()
	page, err := c.edits.AwaitEdit(limited, ref.Project, ref.Name, true)
	if err != nil && limited.Err() == nil || c.ctx.Err() != nil {
		return nil, err
	}
	var head, body strings.Builder
	if page.Edit == nil {
		return text("no edit has been seen since the servers of " + ref.Project + " started; since=last shows what changed since your last call\n"), nil
	}
	fmt.Fprintf(&head, "edit of %s, %s\n", output.Tidy(strings.Join(page.Edit.Files, ", "), 300), words.Ago(time.Since(page.Edit.At)))
	fmt.Fprintf(&head, "viewer_url: %s/p/%s\n", c.visit.base, ref.Project)
	for _, v := range page.Verdicts {
		if ref.Name == "" || v.Server == ref.String() {
			c.verdict(&head, &body, v)
		}
	}
	if body.Len() == 0 {
		return text(head.String()), nil
	}
	return errorsText(head.String(), body.String(), output.NewMark(), 1), nil
}

func (c *call) editTime(st app.Status) (time.Time, error) {
	page, err := c.edits.Edited(st.Project)
	if err == nil && page.Edit == nil {
		err = &app.Error{Code: app.CodeInvalid, Detail: "no edit has been seen since the servers started", Hint: "use since=last or since=5m"}
	}
	if err != nil {
		return time.Time{}, err
	}
	return page.Edit.At, nil
}

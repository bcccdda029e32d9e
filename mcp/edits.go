package mcp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/words"
)

// awaitEdit is how long get_errors waits for the servers' reaction to the last edit.
const awaitEdit = 10 * time.Second

// verdict is what an edit did to a server, in words; what the server said stands apart.
func (c *call) verdict(head, body *strings.Builder, v app.Verdict) {
	fmt.Fprintf(head, "%s: %s; %d new errors, %d fixed, %d older ones left\n", v.Server, verdictWord[v.State], len(v.New), len(v.Fixed), v.Left)
	writeErrors(body, v.New, "error")
	writeErrors(body, v.Fixed, "fixed")
}

// verdictWord says a verdict in our words: its message may quote the server.
var verdictWord = map[string]string{
	app.VerdictGood: "built, no new error", app.VerdictBad: "the edit broke something", app.VerdictPending: "not clear yet; ask again",
	app.VerdictNone: "no reaction",
}

// edited is the answer to get_errors with since=edit.
func (c *call) edited() (any, error) {
	project, server, err := c.editAsked()
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(c.ctx, awaitEdit)
	defer cancel()
	page, err := c.edits.AwaitEdit(limited, project, server)
	if err != nil && limited.Err() == nil || c.ctx.Err() != nil {
		return nil, err
	}
	var head, body strings.Builder
	if page.Edit == nil {
		return text("no edit was seen since the servers of " + project + " were started; since=last has what changed since your last call\n"), nil
	}
	fmt.Fprintf(&head, "edit of %s, %s\n", tidy(strings.Join(page.Edit.Files, ", "), 300), words.Ago(time.Since(page.Edit.At)))
	fmt.Fprintf(&head, "viewer_url: %s/p/%s\n", c.visit.base, project)
	for _, v := range page.Verdicts {
		if server == "" || v.Server == project+"/"+server {
			c.verdict(&head, &body, v)
		}
	}
	if body.Len() == 0 {
		return text(head.String()), nil
	}
	return errorsText(head.String(), body.String(), mark(), 1), nil
}

// editAsked is whose reaction is asked for: of one server, or of all of a project ("").
func (c *call) editAsked() (project, server string, err error) {
	ref, err := c.overlayAsked()
	return ref.Project, ref.Name, err
}

// editTime is when the project of st was edited last.
func (c *call) editTime(st app.Status) (time.Time, error) {
	page, err := c.edits.Edited(st.Project)
	if err == nil && page.Edit == nil {
		err = &app.Error{Code: app.CodeInvalid, Detail: "no edit was seen since the servers were started", Hint: "use since=last or since=5m"}
	}
	if err != nil {
		return time.Time{}, err
	}
	return page.Edit.At, nil
}

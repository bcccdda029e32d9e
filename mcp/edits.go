package mcp

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/mcp/render"
)

// awaitEdit is how long get_errors waits for a reaction to the last edit.
const awaitEdit = 10 * time.Second

// awaitPage is how long it waits if a page is to be opened, which may have to be compiled.
const awaitPage = longestWait - 5*time.Second

// edited is the answer to get_errors with since=edit. open is the path of a page, with whose picture it answers.
func (c *call) edited(name, open string) (any, error) {
	ref, err := c.Finder.Patched(name)
	if err != nil {
		return nil, err
	}
	wait := awaitEdit
	if open != "" {
		wait = awaitPage
	}
	limited, cancel := context.WithTimeout(c.ctx, wait)
	defer cancel()
	page, err := c.edits.AwaitPages(limited, ref.Project, open, ref.Name)
	if err != nil && limited.Err() == nil || c.ctx.Err() != nil {
		return nil, err
	}
	var head, body strings.Builder
	if page.Edit == nil {
		return render.Text("no edit has been seen since the servers of " + ref.Project +
			" started; since=last shows what changed since your last call\n"), nil
	}
	fmt.Fprintf(&head, "edit of %s, %s\n", render.Tidy(strings.Join(page.Edit.Files, ", "), 300),
		words.Ago(time.Since(page.Edit.At)))
	fmt.Fprintf(&head, "viewer_url: %s/p/%s\n", c.visit.Base, ref.Project)
	current := false
	for _, v := range page.Verdicts {
		current = current || len(v.New)+len(v.Again)+len(v.Unseen)+len(v.Still) > 0
		render.Verdict(&head, &body, v)
	}
	text := render.Text(head.String())
	if body.Len() > 0 {
		text = render.ErrorsText(head.String(), body.String(), render.NewMark(), 1, current)
	}
	return pictured(text, page.Of(ref), open), nil
}

// pictured adds the picture of a page that the agent wanted to be opened.
func pictured(text render.Text, v *app.Verdict, open string) any {
	if open == "" || v == nil || v.Page == nil || v.Page.Picture == "" {
		return text
	}
	png, err := os.ReadFile(v.Page.Picture)
	if err != nil {
		return text
	}
	return render.Pictured{Text: text, PNG: png}
}

func (c *call) editTime(project string) (time.Time, error) {
	page, err := c.edits.Edited(project)
	if err == nil && page.Edit == nil {
		err = &app.Error{Code: app.CodeInvalid, Detail: "no edit has been seen since the servers started",
			Hint: "use since=last or since=5m"}
	}
	if err != nil {
		return time.Time{}, err
	}
	return page.Edit.At, nil
}

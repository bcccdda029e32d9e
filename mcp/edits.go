package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/mcp/render"
)

type checking struct {
	ofServers
	Browser string `arg:"browser" also:"page" about:"a path such as /: opened in a browser; errors, picture"`
}

var checkEdit = taking(tool{
	name: "check_edit", title: "Check the last edit",
	about: "What your last edit broke and fixed: waits for the reaction, sends a GET. Call it after each edit.",
	reads: true, loaded: true,
}, (*call).check)

// awaitEdit is how long check_edit waits for a reaction to the last edit.
const awaitEdit = 10 * time.Second

// awaitPage is how long it waits if a page is to be opened, which may have to be compiled.
const awaitPage = longestWait - 5*time.Second

// check answers with the verdict on the last edit, and the picture of a page if it opens one.
func (c *call) check(a checking) (any, error) {
	ref, err := c.edited(a.Server)
	if err != nil {
		return nil, err
	}
	if ref.Project == "" {
		return render.Text("no edit has been seen since the servers started; get_errors has their current errors\n"), nil
	}
	wait := awaitEdit
	if a.Browser != "" {
		wait, a.Browser = awaitPage, render.PagePath(a.Browser)
	}
	limited, cancel := context.WithTimeout(c.ctx, wait)
	defer cancel()
	page, err := c.edits.AwaitPages(limited, ref.Project, a.Browser, ref.Name)
	if err != nil && limited.Err() == nil || c.ctx.Err() != nil {
		return nil, err
	}
	if page.Edit == nil {
		return render.Text("no edit has been seen since the servers of " + ref.Project +
			" started; get_errors has their current errors\n"), nil
	}
	c.o.Why.Attach(c.ctx, &page)
	page = masked(c, page)
	return render.WithPicture(verdicts{c, page}.text(ref), page.Of(ref), a.Browser), nil
}

// edited returns the server or project whose edit is meant: of the project that was edited last if nothing is named.
func (c *call) edited(name string) (app.Ref, error) {
	ref, err := c.Finder.Patched(name)
	if err == nil && ref.Project == "" {
		ref.Project, _ = c.editedLast(c.Projects())
	}
	return ref, err
}

// editedLast returns which of some projects was edited last, and when; "" if none was.
func (e *Endpoint) editedLast(projects []string) (last string, at time.Time) {
	for _, id := range projects {
		if page, err := e.edits.Edited(id); err == nil && page.Edit != nil && page.Edit.At.After(at) {
			last, at = id, page.Edit.At
		}
	}
	return last, at
}

type verdicts struct {
	*call
	page app.EditPage
}

// text writes the verdicts on the servers that the edit concerns, or on the one that was named.
func (c verdicts) text(named app.Ref) render.Text {
	page := c.page
	var head, body strings.Builder
	fmt.Fprintf(&head, "%s\nedit of %s, %s\n", render.Headline(page),
		render.Tidy(strings.Join(page.Edit.Files, ", "), 300), words.Ago(time.Since(page.Edit.At)))
	fmt.Fprintf(&head, "viewer_url: %s/p/%s\n", c.visit.Base, page.Project)
	current := false
	for _, v := range page.Verdicts {
		if named.Name == "" && !render.Concerns(v) {
			continue
		}
		current = current || len(v.New)+len(v.Again)+len(v.Unseen)+len(v.Still) > 0
		render.Verdict(&head, &body, v)
	}
	if next := c.next(); next != "" {
		fmt.Fprintf(&head, "next: %s\n", next)
	}
	if body.Len() == 0 {
		return render.Text(head.String())
	}
	return render.ErrorsText(head.String(), body.String(), render.NewMark(), 1, current)
}

// next returns the step after a verdict that names a server that has to be restarted or started.
func (c verdicts) next() string {
	for _, v := range c.page.Verdicts {
		project, name, _ := strings.Cut(v.Server, "/")
		st, err := c.sup.Status(app.Ref{Project: project, Name: name})
		switch {
		case err != nil:
		case v.State == app.VerdictStale:
			return "call restart_server with server " + v.Server
		case v.State == app.VerdictBroken && !st.State.Up() && !st.Unmanaged:
			return "after the fix, call start_server with server " + v.Server
		}
	}
	return ""
}

// editTime returns when the projects of some servers were edited last.
func (c *call) editTime(of []app.Status) (time.Time, error) {
	projects := slices.Compact(words.Each(of, func(st app.Status) string { return st.Project }))
	last, at := c.editedLast(projects)
	if last == "" {
		return at, app.Failf(app.CodeInvalid, "use since=last or since=5m", "no edit has been seen since the servers started")
	}
	return at, nil
}

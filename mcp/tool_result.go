package mcp

import (
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/logs"
	"devservers/mcp/render"
)

// fetch returns the result of a run, which may be named by a task and its number.
func (c *call) fetch(a listingRuns) (any, error) {
	run := c.runNumbered(a.Run)
	ref, err := c.refOf(run)
	if err != nil {
		return nil, err
	}
	return c.result(ref, run, c.forEnd(a))
}

// runNumbered returns the id of a run that is given as answers name it: shop/test #12.
func (c *call) runNumbered(text string) string {
	name, _, numbered := strings.Cut(text, "#")
	if ref, err := c.Finder.Resolve(strings.TrimSpace(name)); numbered && err == nil {
		for _, id := range c.sup.Kept.IDs(ref) {
			if i, err := c.sup.Kept.Get(ref, id); err == nil && c.results.Name(i) == ref.String()+text[len(name)-1:] {
				return id
			}
		}
	}
	id, _, _ := strings.Cut(text, ":") // of a cursor
	return id
}

// result waits for the end of a run, at most for the given time, and returns how it went.
func (c *call) result(ref app.Ref, run string, wait time.Duration) (out render.TaskResult, err error) {
	st, err := c.sup.Status(ref)
	if err != nil {
		return out, err
	}
	if wait > 0 && st.Run == run && st.State.Up() {
		if _, err := c.waitFor(logs.WaitQuery{Ref: ref, Until: logs.UntilExit, Timeout: wait}); err != nil {
			return out, err
		}
	}
	i, err := c.sup.Kept.Get(ref, run)
	if err != nil {
		return out, err
	}
	out = c.reading().Of(c.ctx, i)
	out.ViewerURL = c.visit.Viewer(i.ViewerURL)
	switch out.State {
	case render.Running:
		out.Next = "call get_runs with run " + run + " and wait_s 45"
	case render.Failed:
		if st, err = c.sup.Status(ref); err == nil && st.Run == run {
			c.explain(&out, ref)
		}
	}
	return out, nil
}

// reading returns what makes results without secrets.
func (c *call) reading() render.ResultReader {
	reader := c.results
	reader.Mask = c.mask
	return reader
}

// explain adds why a task has failed, as far as it is known, and the lines of its failure.
func (c *call) explain(out *render.TaskResult, ref app.Ref) {
	d, err := c.o.Why.Diagnose(c.ctx, ref)
	if err != nil || d.Run != out.Run {
		return
	}
	d = masked(c, d)
	out.Findings = render.Causes(d.Findings, len(out.Errors) > 0)
	lines := render.LinesOfFailure
	if len(out.Errors) > 0 { // which are most of them, with their places
		lines = render.LinesBesides
	}
	if len(d.Output) > 0 {
		out.Output, out.Findings = render.LastOf(d.Output, lines), render.Unprinted(out.Findings)
	}
}

// refOf returns whose run an id names.
func (c *call) refOf(run string) (app.Ref, error) {
	for _, st := range app.Statuses(c.Views()) {
		if _, err := c.sup.Kept.RunDir(st.Ref(), run); err == nil {
			if st.Kind.IsTask() {
				c.results.Book.Keep(st.Ref(), c.sup.Kept.IDs(st.Ref()))
			}
			return st.Ref(), nil
		}
	}
	list, err := c.runsOf(listingRuns{})
	if err != nil {
		return app.Ref{}, err
	}
	e := app.Failf(app.CodeNotFound, "use one of these runs, newest first", "no run %s is stored", words.Quote(run))
	for _, r := range list {
		e.Choices = append(e.Choices, r.ID+" of "+c.results.Name(r))
	}
	return app.Ref{}, e
}

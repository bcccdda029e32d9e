package mcp

import (
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/reading/logs"
	"devservers/mcp/render"
)

type fetching struct {
	Run  string `arg:"run,required"`
	Wait int    `arg:"wait_s" max:"45" about:"for its end"`
}

var getResult = taking(tool{
	name: "get_result", title: "Fetch a result",
	about: "How one run went: exit code, errors and failed tests with file:line, last lines.",
	reads: true,
}, (*call).fetch)

func (f fetching) about() string { return f.Run }

func (c *call) fetch(a fetching) (any, error) {
	ref, err := c.refOf(a.Run)
	if err != nil {
		return nil, err
	}
	return c.result(ref, a.Run, a.Wait)
}

// result waits for the end of a run, at most for the given seconds, and returns how it went.
func (c *call) result(ref app.Ref, run string, seconds int) (out render.TaskResult, err error) {
	st, err := c.sup.Status(ref)
	if err != nil {
		return out, err
	}
	if seconds > 0 && st.Run == run && st.State.Up() {
		if _, err := c.waitFor(logs.WaitQuery{Ref: ref, Until: logs.UntilExit,
			Timeout: time.Duration(seconds) * time.Second}); err != nil {
			return out, err
		}
	}
	i, err := c.sup.Kept.Get(ref, run)
	if err != nil {
		return out, err
	}
	out = c.results.Of(c.ctx, i)
	out.ViewerURL = c.visit.Viewer(i.ViewerURL)
	switch out.State {
	case render.Running:
		out.Next = "call get_result with run " + run + " and wait_s"
	case render.Failed:
		if st, err = c.sup.Status(ref); err == nil && st.Run == run {
			c.explain(&out, ref)
		}
	}
	return out, nil
}

// explain adds why a task has failed, as far as it is known, and the lines of its failure.
func (c *call) explain(out *render.TaskResult, ref app.Ref) {
	d, err := c.o.Why.Diagnose(c.ctx, ref)
	if err != nil || d.Run != out.Run {
		return
	}
	out.Findings = render.Causes(d.Findings, len(out.Errors) > 0)
	lines := linesOfFailure
	if len(out.Errors) > 0 { // which are most of them, with their places
		lines = linesBelow
	}
	if len(d.Output) > 0 {
		out.Output, out.Findings = render.LastOf(d.Output, lines), render.Unprinted(out.Findings)
	}
}

// refOf returns whose run an id names.
func (c *call) refOf(run string) (app.Ref, error) {
	for _, st := range app.Statuses(c.sup.Projects()) {
		if _, err := c.sup.Kept.RunDir(st.Ref(), run); err == nil {
			if st.Kind == config.KindTask {
				c.results.Book.Keep(st.Ref(), c.sup.Kept.IDs(st.Ref()))
			}
			return st.Ref(), nil
		}
	}
	list, err := c.runsOf(listingRuns{})
	if err != nil {
		return app.Ref{}, err
	}
	e := app.Failf(app.CodeNotFound, "", "no run %s is stored", words.Quote(run))
	for _, r := range list {
		e.Choices = append(e.Choices, r.ID+" of "+c.results.Name(r))
	}
	return app.Ref{}, e
}

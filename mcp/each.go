package mcp

import (
	"cmp"
	"sync"

	"devservers/app"
	"devservers/mcp/render"
)

// partial is an answer that reports success and failure, so it counts as a failure.
type partial struct {
	answer any
	first  error // of what failed
}

// Unwrap returns the first failure.
func (p partial) Unwrap() error { return p.first }

func (partial) Error() string { return "a part of it failed" }

// each does something with one server, or with all of a project at once: each with a call of its own, so that notes and
// failures don't mix.
func (c *call) each(list []app.Status, whole string, op func(*call, app.Ref) (app.Result, error),
	show func(*call, app.Result) render.ServerAnswer) (any, error) {
	do := func(c *call, st app.Status) (answer render.ServerAnswer, err error) {
		r, err := op(c, st.Ref())
		if err == nil {
			answer = show(c, r)
		}
		return answer, err
	}
	if whole == "" {
		return do(c, list[0])
	}
	calls, states, fails := make([]call, len(list)), make([]render.ServerAnswer, len(list)), make([]error, len(list))
	var all sync.WaitGroup
	for i, st := range list {
		calls[i] = *c
		calls[i].notes = nil
		all.Go(func() { states[i], fails[i] = do(&calls[i], st) })
	}
	all.Wait()
	out := render.Together{Project: whole, Servers: []render.ServerAnswer{}, ViewerURL: c.visit.Base + "/p/" + whole}
	for i, err := range fails {
		c.note(calls[i].notes...)
		if err != nil {
			out.Failed = append(out.Failed, render.FailedServer{Server: list[i].Ref().String(),
				FailedAnswer: calls[i].failed(err)})
		} else {
			out.Servers = append(out.Servers, states[i])
		}
	}
	out.Servers, out.Left = render.Bounded(out.Servers, "server", "list_projects has them")
	switch {
	case len(list) == 0:
		out.Message = "none of its servers runs"
	case len(out.Failed) > 0:
		return nil, partial{out, cmp.Or(fails...)}
	}
	return out, nil
}

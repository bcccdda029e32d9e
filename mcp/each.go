package mcp

import (
	"sync"

	"devservers/app"
	"devservers/mcp/render"
)

// together is the answer about several servers of a project.
type together struct {
	Project   string         `json:"project"`
	Message   string         `json:"message,omitempty"`
	Servers   []serverAnswer `json:"servers"`
	Failed    []failedOne    `json:"failed,omitempty"`
	Left      string         `json:"left_out,omitempty"`
	ViewerURL string         `json:"viewer_url"`
}

type failedOne struct {
	Server string `json:"server"`
	failed
}

// partial is an answer that reports success and failure, so it counts as a failure.
type partial struct{ answer any }

func (partial) Error() string { return "a part of it failed" }

// each does something with one server, or with all of a project at once: each with a call of its own, so that notes and
// failures don't mix.
func (c *call) each(list []app.Status, whole string, do func(*call, app.Status) (serverAnswer, error)) (any, error) {
	if whole == "" {
		return do(c, list[0])
	}
	calls, states, fails := make([]call, len(list)), make([]serverAnswer, len(list)), make([]error, len(list))
	var all sync.WaitGroup
	for i, st := range list {
		calls[i] = *c
		calls[i].notes = nil
		all.Go(func() { states[i], fails[i] = do(&calls[i], st) })
	}
	all.Wait()
	out := together{Project: whole, Servers: []serverAnswer{}, ViewerURL: c.visit.Base + "/p/" + whole}
	for i, err := range fails {
		c.note(calls[i].notes...)
		if err != nil {
			out.Failed = append(out.Failed, failedOne{list[i].Ref().String(), calls[i].failed(err)})
		} else {
			out.Servers = append(out.Servers, states[i])
		}
	}
	out.Servers, out.Left = render.Bounded(out.Servers, "server", "list_projects has them")
	switch {
	case len(list) == 0:
		out.Message = "none of its servers runs"
	case len(out.Failed) > 0:
		return nil, partial{out}
	}
	return out, nil
}

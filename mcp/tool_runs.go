package mcp

import (
	"fmt"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/mcp/output"
)

type listingRuns struct {
	inProject
	Server string      `arg:"server" about:"or task"`
	Kind   config.Kind `arg:"kind" oneof:"task server"`
	Limit  int         `arg:"limit" min:"1" max:"100" usual:"20"`
}

var listRuns = taking(tool{
	name: "list_runs", title: "List runs and results",
	about: "Runs of the last 24 h with their results, newest first. They survive you and the manager.",
	reads: true,
}, (*call).runs)

// runsFor is how far back list_runs looks.
const runsFor = 24 * time.Hour

type listedRuns struct {
	Runs      []listedRun `json:"runs"`
	LeftOut   string      `json:"left_out,omitempty"`
	ViewerURL string      `json:"viewer_url"`
}

type listedRun struct {
	Run       string `json:"run"`
	Server    string `json:"server"`
	Kind      string `json:"kind"`
	Result    string `json:"result"` // running, succeeded, failed: ...
	Started   string `json:"started"`
	TookS     int    `json:"took_s"`
	StartedBy string `json:"started_by"`
	ViewerURL string `json:"viewer_url"`
}

func (c *call) runs(a listingRuns) (any, error) {
	list, err := c.runsOf(a)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b app.RunInfo) int { return b.StartedAt.Compare(a.StartedAt) })
	out := listedRuns{Runs: []listedRun{}, ViewerURL: c.visit.Base + "/"}
	for i, r := range list {
		if i == a.Limit {
			out.LeftOut = fmt.Sprintf("%d older runs; narrow with server or kind, or raise limit", len(list)-i)
			break
		}
		out.Runs = append(out.Runs, c.listRun(r))
	}
	return out, nil
}

// runsOf returns the recent runs that a asks for.
func (c *call) runsOf(a listingRuns) (list []app.RunInfo, err error) {
	servers, err := c.findAll(a.Server)
	if err != nil {
		return nil, err
	}
	for _, st := range servers {
		if a.Kind != "" && a.Kind != st.Kind {
			continue
		}
		list = append(list, slices.DeleteFunc(c.sup.Kept.List(st.Ref()), func(r app.RunInfo) bool {
			return r.EndedAt != nil && time.Since(*r.EndedAt) > runsFor
		})...)
	}
	return list, nil
}

func (c *call) listRun(r app.RunInfo) listedRun {
	end := time.Now()
	if r.EndedAt != nil {
		end = *r.EndedAt
	}
	by := app.Status{Actor: &r.Actor, State: app.Ready}
	return listedRun{
		Run: r.ID, Server: r.Project + "/" + r.Server, Kind: r.Kind, Result: resultOf(r), Started: r.StartedAt.Format(time.RFC3339),
		TookS: int(end.Sub(r.StartedAt).Seconds()), StartedBy: startedBy(by), ViewerURL: c.visit.Viewer(r.ViewerURL),
	}
}

// resultOf says how a run ended, or that it runs.
func resultOf(r app.RunInfo) string {
	e := r.Exit
	switch {
	case r.EndedAt == nil || e == nil:
		return "running"
	case e.Cause == app.CauseNone && e.Code != nil && *e.Code == 0:
		return "succeeded"
	case e.Cause == app.CauseNone:
		return "failed: " + output.Tidy(e.String(), 200)
	}
	return output.Tidy(e.String(), 200)
}

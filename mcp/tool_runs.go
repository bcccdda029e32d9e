package mcp

import (
	"fmt"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/config"
)

var listRuns = tool{
	name: "list_runs", title: "List runs and results",
	about: "Runs and finished tasks of the last 24 h with their results, newest first. They are kept when you or the manager go away.",
	args: []arg{
		argProject, {name: "server", kind: kindString, about: "or task"},
		{name: "kind", kind: kindString, oneOf: []string{"task", "server"}},
		{name: "limit", kind: kindInteger, least: 1, most: 100, about: "default 20"},
	},
	reads: true, do: (*call).runs,
}

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
	Result    string `json:"result"` // runs, exited with code 1, ...
	Started   string `json:"started"`
	TookS     int    `json:"took_s"`
	StartedBy string `json:"started_by"`
	ViewerURL string `json:"viewer_url"`
}

func (c *call) runs() (any, error) {
	list, err := c.runsAsked()
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b app.RunInfo) int { return b.StartedAt.Compare(a.StartedAt) })
	out, limit := listedRuns{Runs: []listedRun{}, ViewerURL: c.visit.base + "/"}, c.args.number("limit", 20)
	for i, r := range list {
		if i == limit {
			out.LeftOut = fmt.Sprintf("%d older runs; narrow with server or kind, or raise limit", len(list)-limit)
			break
		}
		out.Runs = append(out.Runs, c.listRun(r))
	}
	return out, nil
}

func (c *call) runsAsked() (list []app.RunInfo, err error) {
	asked, err := c.statusesAsked()
	if err != nil {
		return nil, err
	}
	for _, st := range asked {
		if kind := c.args.text("kind"); kind != "" && (kind == "task") != (st.Kind == config.KindTask) {
			continue
		}
		runs, err := c.sup.Runs(st.Ref())
		if err != nil {
			return nil, err
		}
		list = append(list, slices.DeleteFunc(runs, func(r app.RunInfo) bool {
			return r.EndedAt != nil && time.Since(*r.EndedAt) > runsFor
		})...)
	}
	return list, nil
}

func (c *call) statusesAsked() ([]app.Status, error) {
	if name := c.args.text("server"); name != "" {
		st, err := c.find(name)
		return []app.Status{st}, err
	}
	if c.project == "" {
		return c.statuses(), nil
	}
	v, err := c.sup.Project(cleanDir(c.project))
	return slices.Concat(v.Servers, v.Tasks), err
}

func (c *call) listRun(r app.RunInfo) listedRun {
	end := time.Now()
	if r.EndedAt != nil {
		end = *r.EndedAt
	}
	by := app.Status{Actor: &r.Actor, State: app.Ready}
	return listedRun{
		Run: r.ID, Server: r.Project + "/" + r.Server, Kind: r.Kind, Result: resultOf(r), Started: r.StartedAt.Format(time.RFC3339),
		TookS: int(end.Sub(r.StartedAt).Seconds()), StartedBy: startedBy(by), ViewerURL: c.visit.viewer(r.ViewerURL),
	}
}

func resultOf(r app.RunInfo) string {
	e := r.Exit
	switch {
	case r.EndedAt == nil || e == nil:
		return "runs"
	case e.Error != "":
		return "could not be executed: " + tidy(e.Error, 100)
	case e.Cause == app.CauseMemory:
		return "stopped: it used too much memory"
	case e.Cause != app.CauseNone:
		return "stopped (" + string(e.Cause) + ")"
	case e.Signal != "":
		return "ended by signal " + e.Signal
	case e.Code != nil && *e.Code != 0:
		return fmt.Sprintf("failed: exited with code %d", *e.Code)
	}
	return "succeeded"
}

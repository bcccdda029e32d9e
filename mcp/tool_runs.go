package mcp

import (
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/mcp/render"
)

type listingRuns struct {
	inProject
	Server string      `arg:"server" about:"or task"`
	Kind   config.Kind `arg:"kind" oneof:"task server"`
	Limit  int         `arg:"limit" min:"1" max:"100" usual:"20"`
	After  string      `arg:"after"`
}

var listRuns = taking(tool{
	name: "list_runs", title: "List runs and results",
	about: "Runs of the last 24 h and how they ended, newest first. They survive you and the manager.",
	reads: true,
}, (*call).runs)

// runsFor is how far back list_runs looks.
const runsFor = 24 * time.Hour

type listedRuns struct {
	Runs      []listedRun `json:"runs"`
	LeftOut   string      `json:"left_out,omitempty"`
	ViewerURL string      `json:"viewer_url"` // of a run: /p/<server>/runs/<run> below it
}

type listedRun struct {
	Run    string `json:"run"`
	Of     string `json:"of"`     // a server, or a task and its number
	Result string `json:"result"` // running, succeeded, stopped, failed: ...
	Ended  string `json:"ended,omitempty"`
	Took   string `json:"took"`
	By     string `json:"by"`
	New    bool   `json:"new,omitempty"`
}

func (c *call) runs(a listingRuns) (any, error) {
	list, err := c.runsOf(a)
	if err != nil {
		return nil, err
	}
	out := listedRuns{Runs: []listedRun{}, ViewerURL: c.visit.Base + "/"}
	list, out.LeftOut, err = render.Page(list, a.After, a.Limit, func(r app.RunInfo) string { return r.ID })
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		out.Runs = append(out.Runs, c.listRun(r))
	}
	return out, nil
}

// runsOf returns the recent runs that a asks for, the newest first.
func (c *call) runsOf(a listingRuns) (list []app.RunInfo, err error) {
	servers, err := c.Finder.All(a.Server)
	if err != nil {
		return nil, err
	}
	for _, st := range servers {
		if a.Kind != "" && a.Kind != st.Kind {
			continue
		}
		if st.Kind == config.KindTask {
			c.results.Book.Keep(st.Ref(), c.sup.Kept.IDs(st.Ref()))
		}
		list = append(list, c.sup.Kept.Recent(st.Ref(), time.Now().Add(-runsFor))...)
	}
	slices.SortStableFunc(list, func(a, b app.RunInfo) int { return b.StartedAt.Compare(a.StartedAt) })
	return list, nil
}

func (c *call) listRun(r app.RunInfo) listedRun {
	end, ended := time.Now(), ""
	if r.EndedAt != nil {
		end, ended = *r.EndedAt, words.Ago(time.Since(*r.EndedAt))
	}
	ref := app.Ref{Project: r.Project, Name: r.Server}
	out := listedRun{
		Run: r.ID, Of: strings.TrimSpace(c.results.Name(r) + " " + render.Tidy(command.Join(r.Arguments), 80)),
		Result: render.StateOf(r), Ended: ended, Took: words.Duration(end.Sub(r.StartedAt)),
		By: render.Tidy(r.Actor.String(), 80), New: r.EndedAt != nil && c.results.Book.IsNew(ref, r.ID),
	}
	if out.Result == render.Failed {
		out.Result += ": " + render.Tidy(r.Exit.String(), 200)
	}
	return out
}

package mcp

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/mcp/render"
)

type listingRuns struct {
	inProject
	Run    string `arg:"run" also:"id" about:"its result: exit code, errors and failed tests with file:line"`
	Wait   int    `arg:"wait_s" max:"45" about:"for its end"`
	Server string `arg:"server" also:"task name target" about:"or task"`
	Kind   string `arg:"kind" oneof:"task server"`
	Limit  int    `arg:"limit" min:"1" max:"100" usual:"20"`
	After  string `arg:"after"`
}

var getRuns = taking(tool{
	name: "get_runs", title: "List runs, read a result",
	about: "Runs of the last 24 h and how they ended, newest first; or the result of one run. They survive you and the " +
		"manager.",
	reads: true,
}, (*call).runs)

func (l listingRuns) about() string { return cmp.Or(l.Run, l.Server) }

// runsFor is how far back get_runs looks.
const runsFor = 24 * time.Hour

func (c *call) runs(a listingRuns) (any, error) {
	if a.Run != "" {
		return c.fetch(a)
	}
	list, err := c.runsOf(a)
	if err != nil {
		return nil, err
	}
	if a.Wait > 0 && len(list) > 0 { // for the newest
		ref := app.Ref{Project: list[0].Project, Name: list[0].Server}
		return c.result(ref, list[0].ID, c.forEnd(a))
	}
	out := render.ListedRuns{Runs: []render.ListedRun{}, ViewerURL: c.visit.Base + "/"}
	list, out.LeftOut, err = render.Page(list, a.After, a.Limit, func(r app.RunInfo) string { return r.ID })
	if err != nil {
		return nil, err
	}
	out.Runs = words.Each(list, c.listRun)
	return out, nil
}

// forEnd returns how long a call waits for the end of a run.
func (c *call) forEnd(a listingRuns) time.Duration {
	if a.Wait == 0 {
		return 0
	}
	return c.atMost(time.Duration(a.Wait) * time.Second)
}

// runsOf returns the recent runs that a asks for, the newest first.
func (c *call) runsOf(a listingRuns) (list []app.RunInfo, err error) {
	servers, err := c.Finder.All(a.Server)
	if err != nil {
		return nil, err
	}
	for _, st := range servers {
		if a.Kind != "" && a.Kind != string(st.Kind) {
			continue
		}
		if st.Kind.IsTask() {
			c.results.Book.Keep(st.Ref(), c.sup.Kept.IDs(st.Ref()))
		}
		list = append(list, c.sup.Recent(st.Ref(), time.Now().Add(-runsFor))...)
	}
	slices.SortStableFunc(list, func(a, b app.RunInfo) int { return b.StartedAt.Compare(a.StartedAt) })
	return list, nil
}

func (c *call) listRun(r app.RunInfo) render.ListedRun {
	r = masked(c, r)
	end, ended := time.Now(), ""
	if r.EndedAt != nil {
		end, ended = *r.EndedAt, words.Ago(time.Since(*r.EndedAt))
	}
	ref := app.Ref{Project: r.Project, Name: r.Server}
	out := render.ListedRun{
		Run: r.ID, Of: strings.TrimSpace(c.results.Name(r) + " " + render.Tidy(r.Given(), 80)),
		Result: render.StateOf(r), Ended: ended, Took: words.Duration(end.Sub(r.StartedAt)),
		By: render.Tidy(r.Actor.String(), 80), New: r.EndedAt != nil && c.results.Book.IsNew(ref, r.ID),
	}
	if out.Result == render.Failed {
		out.Result += ": " + render.Tidy(r.Exit.String(), 200)
	}
	return out
}

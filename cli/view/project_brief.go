package view

import (
	"fmt"
	"strings"

	"devservers/app"
)

// Briefly draws a line for each project: how many of its servers are in which state, without those that don't run.
func (v View) Briefly(projects []app.ProjectView) string {
	rows := make([][2]string, len(projects))
	for i, p := range projects {
		rows[i] = [2]string{p.ID, v.counts(p)}
	}
	return v.Pairs(rows)
}

func (v View) counts(p app.ProjectView) string {
	if p.Problem != nil {
		return v.Paint(Red, "its devservers.yml can't be used")
	}
	counts := map[app.State]int{}
	for _, st := range p.Servers {
		counts[st.State]++
	}
	var parts []string
	for _, state := range []app.State{app.Failing, app.Failed, app.Starting, app.Waiting, app.Stopping, app.Ready,
		app.External, app.Sleeping} {
		if counts[state] > 0 {
			parts = append(parts, v.Paint(lookAt(state).color, fmt.Sprintf("%d %s", counts[state], state)))
		}
	}
	if len(parts) == 0 {
		return v.Paint(Dim, "nothing runs")
	}
	return strings.Join(parts, ", ")
}

package view

import (
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// Manager shows where the manager is, and how many servers are up.
func (v View) Manager(url string, pid int, started time.Time, up int) string {
	return "Status: " + v.Paint(Green, "running") + " at " + v.Link(url) +
		fmt.Sprintf(" (PID %d, up %s), %s up", pid, v.age(started), words.Count(up, "server"))
}

// NoManager states that no manager runs, and mentions the servers that run without one.
func (v View) NoManager(left []app.Ref) string {
	text := "Status: " + v.Paint(Dim, "not running")
	if len(left) > 0 {
		text += ", " + words.Count(len(left), "server") + " left running: devservers status takes over"
	}
	return text
}

// ProjectNames counts and names projects.
func (v View) ProjectNames(projects []app.ProjectView) string {
	const head = "Projects: "
	if len(projects) == 0 {
		return head + "none registered"
	}
	names := app.ProjectIDs(projects)
	text := fmt.Sprintf("%d registered (%s)", len(names), strings.Join(names, ", "))
	return strings.TrimRight(v.Hang(head, text, len(head)), "\n")
}

// Briefly draws a line for each project: how many of its servers are in which state, without those that don't run.
func (v View) Briefly(projects []app.ProjectView) string {
	rows := make([][2]string, len(projects))
	for i, p := range projects {
		rows[i] = [2]string{p.ID, v.counts(p)}
	}
	return v.Pairs(rows)
}

func (v View) counts(p app.ProjectView) string {
	counts := map[app.State]int{}
	for _, st := range p.Servers {
		counts[st.State]++
	}
	var parts []string
	if p.Problem != nil {
		parts = []string{v.Paint(Red, "its devservers.yml can't be used")}
	}
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

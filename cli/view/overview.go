package view

import (
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
	"devservers/app/config"
)

// Declared lists what a devservers.yml declares.
func (v View) Declared(project config.Project) string {
	t := Table{Indent: "  ", NoHead: true, Columns: []Column{{}, {}, {Rank: 1}}}
	for _, server := range project.Servers {
		port := server.Port.String()
		if port != "" {
			port = "port " + port
		}
		t.Rows = append(t.Rows, Row{Cells: []string{v.Symbol(app.Status{State: app.Stopped}) + " " +
			v.Paint(Bold, server.Name),
			v.Paint(Dim, port), v.Paint(Dim, Plain(server.Command.String()))}})
	}
	return v.Paint(Bold, project.ID) + "  " + v.Paint(Dim, v.Path(project.Dir)) + "\n" + v.table(t)
}

// Manager shows where the manager is, and how many servers are up.
func (v View) Manager(st home.Status, up int) string {
	return "Status: " + v.Paint(Green, "running") + " at " + v.Link(st.URL) +
		fmt.Sprintf(" (PID %d, up %s), %s up", st.PID, v.age(st.StartedAt), words.Count(up, "server"))
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
	var names []string
	for _, p := range projects {
		names = append(names, p.ID)
	}
	text := fmt.Sprintf("%d registered (%s)", len(names), strings.Join(names, ", "))
	return strings.TrimRight(v.Hang(head, text, len(head)), "\n")
}

package view

import (
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/home"
	"devservers/app/words"
	"devservers/cli/term"
)

// Declared lists what a devservers.yml declares.
func (v View) Declared(project config.Project) string {
	t := term.Table{Indent: "  ", NoHead: true, Columns: []term.Column{{}, {}, {Rank: 1}}}
	for _, server := range project.Servers {
		port := server.Port.String()
		if port != "" {
			port = "port " + port
		}
		t.Rows = append(t.Rows, term.Row{Cells: []string{v.Symbol(app.Status{State: app.Stopped}) + " " + v.Paint(term.Bold, server.Name),
			v.Paint(term.Dim, port), v.Paint(term.Dim, term.Plain(server.Command.String()))}})
	}
	return v.Paint(term.Bold, project.ID) + "  " + v.Paint(term.Dim, v.Path(project.Dir)) + "\n" + v.table(t)
}

// Manager says where the manager is, and how many servers are up.
func (v View) Manager(st home.Status, up int) string {
	return "Status: " + v.Paint(term.Green, "running") + " at " + v.Link(st.URL) +
		fmt.Sprintf(" (PID %d, up %s), %s up", st.PID, v.age(st.StartedAt), words.Count(up, "server"))
}

// NoManager says that no manager runs, and mentions the servers that run without one.
func (v View) NoManager(left []app.Ref) string {
	text := "Status: " + v.Paint(term.Dim, "not running")
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

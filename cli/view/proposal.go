package view

import (
	"strings"

	"devservers/app/detect"
	"devservers/cli/term"
)

// Proposal draws the servers and tasks that init proposes, with where each comes from, and what else there is to know.
func (v View) Proposal(p detect.Proposal) string {
	t := term.Table{Columns: []term.Column{{Title: "SERVER"}, {Title: "PORT"}, {Title: "COMMAND"}, {Title: "FROM", Rank: 1}}}
	for _, e := range p.Servers {
		t.Rows = append(t.Rows, v.proposed(e))
	}
	text := ""
	if len(t.Rows) > 0 {
		text = t.Render(v.Style, v.Width) + "\n"
	}
	names := make([]string, len(p.Tasks))
	for i, e := range p.Tasks {
		names[i] = e.Name
	}
	if len(names) > 0 {
		text += v.Hang(v.Paint(term.Dim, "tasks: "), strings.Join(names, ", "), 7)
	}
	for _, note := range p.Notes {
		text += v.Hang(v.Paint(term.Yellow, "! "), term.Plain(note), 2)
	}
	if len(p.Notes) > 0 {
		text += "\n"
	}
	return text
}

func (v View) proposed(e detect.Entry) term.Row {
	command := e.Command
	if e.Dir != "" {
		command = v.Paint(term.Dim, e.Dir+": ") + command
	}
	return term.Row{Cells: []string{v.Paint(term.Bold, e.Name), e.Port, command, v.Paint(term.Dim, term.Plain(e.From))}}
}

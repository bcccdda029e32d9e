package setup

import (
	"strings"

	"devservers/app/detect"
	"devservers/cli/term"
	"devservers/cli/view"
)

// drawProposal draws the servers and tasks that init proposes, with where each comes from, and what else there is to know.
func drawProposal(v view.View, p detect.Proposal) string {
	t := term.Table{Columns: []term.Column{{Title: "SERVER"}, {Title: "PORT"}, {Title: "COMMAND"}, {Title: "FROM", Rank: 1}}}
	for _, e := range p.Servers {
		t.Rows = append(t.Rows, proposed(v.Style, e))
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

func proposed(v term.Style, e detect.Entry) term.Row {
	command := e.Command
	if e.Dir != "" {
		command = v.Paint(term.Dim, e.Dir+": ") + command
	}
	return term.Row{Cells: []string{v.Paint(term.Bold, e.Name), e.Port, command, v.Paint(term.Dim, term.Plain(e.From))}}
}

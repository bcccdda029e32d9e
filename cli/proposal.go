package cli

import (
	"strings"

	"devservers/app/project/detect"
	"devservers/cli/view"
)

// drawProposal draws the servers and tasks that init proposes, with where each comes from, and what else there is to
// know.
func drawProposal(v view.View, p detect.Proposal) string {
	t := view.Table{Columns: []view.Column{{Title: "SERVER"}, {Title: "PORT"}, {Title: "COMMAND"},
		{Title: "FROM", Rank: 1}}}
	for _, e := range p.Servers {
		t.Rows = append(t.Rows, proposed(v.Style, e))
	}
	text := ""
	if len(t.Rows) > 0 {
		text = t.Render(v.Style, v.Width) + "\n"
	}
	if len(p.Tasks) > 0 {
		text += v.Hang(v.Paint(view.Dim, "tasks: "), strings.Join(proposedNames(p.Tasks), ", "), 7)
	}
	return text + drawNotes(v, p.Notes)
}

func drawNotes(v view.View, notes []string) (text string) {
	for _, note := range notes {
		text += v.Hang(v.Paint(view.Yellow, "! "), view.Plain(note), 2)
	}
	if len(notes) > 0 {
		text += "\n"
	}
	return text
}

func proposed(v view.Style, e detect.ProposedServer) view.Row {
	command := e.Command
	if e.Dir != "" {
		command = v.Paint(view.Dim, e.Dir+": ") + command
	}
	return view.Row{Cells: []string{v.Paint(view.Bold, e.Name), e.Port, command, v.Paint(view.Dim, view.Plain(e.From))}}
}

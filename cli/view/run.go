package view

import (
	"devservers/app"
	"devservers/app/config/command"
	"devservers/app/words"
	"devservers/cli/term"
)

// Runs draws a table of runs.
func (v View) Runs(all []app.RunInfo) string {
	if len(all) == 0 {
		return "nothing has run yet\n"
	}
	t := term.Table{Columns: []term.Column{{Title: "RUN"}, {Title: "NAME"}, {Title: "STARTED"}, {Title: "LASTED", Right: true, Rank: 1},
		{Title: "LINES", Right: true, Rank: 3}, {Title: "BY", Rank: 2}, {Title: "END"}}}
	for _, run := range all {
		t.Rows = append(t.Rows, term.Row{Cells: []string{run.ID, v.Paint(term.Bold, run.Server) + given(run), v.moment(run.StartedAt), v.lasted(run),
			number(int(run.Lines)), v.Paint(term.Dim, actorText(&run.Actor)), v.runEnd(run)}})
	}
	return v.table(t)
}

// given returns what a run of a task has added to its command.
func given(run app.RunInfo) string {
	if len(run.Arguments) == 0 {
		return ""
	}
	return " " + term.Plain(words.Clip(command.Join(run.Arguments), 60))
}

func (v View) lasted(run app.RunInfo) string {
	if run.EndedAt == nil {
		return v.age(run.StartedAt)
	}
	return words.Duration(run.EndedAt.Sub(run.StartedAt))
}

func (v View) runEnd(run app.RunInfo) string {
	switch {
	case run.Exit == nil && run.EndedAt == nil:
		return v.Paint(term.Green, "running")
	case run.Exit.Well():
		return ExitText(run.Exit)
	case run.Exit != nil && run.Exit.Cause == app.CauseAsked:
		return v.Paint(term.Dim, "stopped")
	}
	return v.Paint(term.Red, ExitText(run.Exit))
}

package view

import (
	"devservers/app"
	"devservers/app/base/words"
)

// Runs draws a table of runs.
func (v View) Runs(all []app.RunInfo) string {
	if len(all) == 0 {
		return "nothing has run yet\n"
	}
	t := Table{Columns: []Column{{Title: "RUN"}, {Title: "NAME"}, {Title: "STARTED"},
		{Title: "LASTED", Right: true, Rank: 1},
		{Title: "LINES", Right: true, Rank: 3}, {Title: "BY", Rank: 2}, {Title: "END"}}}
	for _, run := range all {
		t.Rows = append(t.Rows, Row{Cells: []string{run.ID, v.Paint(Bold, run.Server) + given(run), v.moment(run.StartedAt),
			v.lasted(run),
			number(int(run.Lines)), v.Paint(Dim, actorText(&run.Actor)), v.runEnd(run)}})
	}
	return v.table(t)
}

// given returns what a run of a task has added to its command.
func given(run app.RunInfo) string {
	if len(run.Arguments) == 0 {
		return ""
	}
	return " " + Plain(words.Clip(run.Given(), 60))
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
		return v.Paint(Green, "running")
	case run.Exit.Well():
		return ExitText(run.Exit)
	case run.Exit != nil && run.Exit.Cause == app.CauseAsked:
		return v.Paint(Dim, "stopped")
	}
	return v.Paint(Red, ExitText(run.Exit))
}

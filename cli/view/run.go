package view

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/record/history"
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

// History draws who did what, newest last.
func (v View) History(entries []history.Entry) string {
	if len(entries) == 0 {
		return "no history yet\n"
	}
	t := Table{Columns: []Column{{Title: "TIME"}, {Title: "BY"}, {Title: "ACTION"}, {Title: "TARGET"},
		{Title: "TOOK", Right: true, Rank: 1}, {Title: "RESULT"}}}
	for _, e := range slices.Backward(entries) {
		result := v.Paint(Green, e.Result)
		if e.Result != "ok" {
			result = v.Paint(Red, Plain(e.Result))
		}
		took := words.Duration(time.Duration(e.Duration) * time.Millisecond)
		t.Rows = append(t.Rows, Row{Cells: []string{v.moment(e.Time), actorText(&e.Actor), string(e.Action),
			v.Paint(Bold, Plain(e.Target)),
			v.Paint(Dim, took), result}, Note: Plain(strings.TrimSpace(e.Detail))})
	}
	return v.table(t)
}

// Hits draws hits, those of one run below its name.
func (v View) Hits(page app.SearchPage) string {
	var b strings.Builder
	run := ""
	for _, hit := range page.Hits {
		if at := hit.Server + hit.Run; at != run {
			if run != "" {
				b.WriteString("\n")
			}
			run = at
			b.WriteString(v.Paint(Bold, hit.Server) + v.Paint(Dim, "  run "+hit.Run) + "\n")
		}
		head := v.moment(hit.Time) + "  " + strconv.FormatInt(hit.Seq, 10) + "  "
		b.WriteString("  " + v.Paint(Dim, head) + Clip(Plain(hit.Text), v.Width-Columns(head)-2, v.Style) + "\n")
	}
	return b.String()
}

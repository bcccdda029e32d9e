package view

import (
	"slices"
	"strings"
	"time"

	"devservers/app/history"
	"devservers/app/words"
	"devservers/cli/term"
)

// History draws who did what, newest last.
func (v View) History(entries []history.Entry) string {
	if len(entries) == 0 {
		return "no history yet\n"
	}
	t := term.Table{Columns: []term.Column{{Title: "TIME"}, {Title: "BY"}, {Title: "ACTION"}, {Title: "TARGET"},
		{Title: "TOOK", Right: true, Rank: 1}, {Title: "RESULT"}}}
	for _, e := range slices.Backward(entries) {
		result := v.Paint(term.Green, e.Result)
		if e.Result != "ok" {
			result = v.Paint(term.Red, term.Plain(e.Result))
		}
		took := words.Duration(time.Duration(e.Duration) * time.Millisecond)
		t.Rows = append(t.Rows, term.Row{Cells: []string{v.moment(e.Time), actorText(&e.Actor), string(e.Action), v.Paint(term.Bold, term.Plain(e.Target)),
			v.Paint(term.Dim, took), result}, Note: term.Plain(strings.TrimSpace(e.Detail))})
	}
	return v.table(t)
}

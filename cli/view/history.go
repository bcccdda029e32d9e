package view

import (
	"slices"
	"strings"
	"time"

	"devservers/app/base/words"
	"devservers/app/record/history"
)

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

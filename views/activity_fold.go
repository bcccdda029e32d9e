package views

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// ActivityEvents returns the rows of what happened on its own; events are in the order in which they came. A server
// that crashed again and again takes one row, and so does an edit.
func ActivityEvents(events []app.Event) (rows []ActivityRow) {
	for len(events) > 0 {
		list, rest := app.FoldEvents(events)
		if row, ok := rowOf(list); ok {
			rows = append(rows, row)
		}
		events = rest
	}
	return rows
}

func rowOf(list []app.Event) (ActivityRow, bool) {
	first, ok := ActivityEvent(list[0])
	switch {
	case len(list) == 1 || !ok:
		return first, ok
	case list[0].Event == app.EventEdit:
		return first.editOf(list), true
	}
	return first.loop(list), true
}

// loop describes crashes one after another.
func (r ActivityRow) loop(list []app.Event) ActivityRow {
	last := list[len(list)-1]
	row, _ := ActivityEvent(last)
	row.ID = r.ID
	text := " crashed " + words.Count(len(list), "time") + " in " + words.Duration(last.Time.Sub(list[0].Time))
	if last.Retry == nil {
		text += ", gave up"
	}
	row.Parts = append(targetPart(last.Server), Part{Text: text + ": " + ending(last.Exit)})
	return row
}

// editOf describes what an edit did to several servers, the worst first.
func (r ActivityRow) editOf(list []app.Event) ActivityRow {
	for _, state := range []string{app.VerdictOK, app.VerdictStale, app.VerdictBroken} {
		if i := slices.IndexFunc(list, func(e app.Event) bool { return e.Verdict == state }); i >= 0 {
			worst, _ := ActivityEvent(list[i])
			r.Shape, r.Mood = worst.Shape, worst.Mood
		}
	}
	r.Parts = []Part{{Text: "The edit of "}, {Text: words.And(list[0].Files), Mono: true}, {Text: ": "}}
	order := []string{app.VerdictBroken, app.VerdictStale, app.VerdictOK}
	slices.SortStableFunc(list, func(a, b app.Event) int {
		return slices.Index(order, a.Verdict) - slices.Index(order, b.Verdict)
	})
	for i, e := range list {
		if i > 0 {
			r.Parts = append(r.Parts, Part{Text: ", "})
		}
		part := targetPart(e.Server)[0]
		part.Text = strings.TrimPrefix(part.Text, e.Project+"/")
		r.Parts = append(r.Parts, part, Part{Text: " " + e.Verdict})
	}
	return r
}

package views

import (
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// ActivityEvents returns the rows of what happened on its own; events are in the order in which they came. A server
// that crashed again and again takes one row, and so does an edit.
func ActivityEvents(events []app.Event) (rows []ActivityRow) {
	for len(events) > 0 {
		e := events[0]
		list, rest := crashes(events)
		if e.Event == app.EventEdit {
			list, rest = verdicts(events)
		}
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

// crashes returns the first event with the crashes of the same server that its restarts led to, and the others, without
// the errors that came with those.
func crashes(events []app.Event) (list, rest []app.Event) {
	list, rest = events[:1:1], events[1:]
	if !events[0].Crash() || events[0].Retry == nil {
		return list, rest
	}
	end := 1
	for i, e := range events[1:] {
		if e.Server != events[0].Server {
			continue
		}
		if e.Event == app.EventStarted && e.Actor != nil && e.Actor.Kind != app.ActorCrash {
			break
		}
		if e.Crash() {
			list, end = append(list, e), i+2
			if e.Retry == nil {
				break
			}
		}
	}
	rest = slices.DeleteFunc(slices.Clone(events[1:end]), func(e app.Event) bool {
		return e.Server == events[0].Server && (e.Crash() || e.Event == app.EventError)
	})
	return list, append(rest, events[end:]...)
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

// editTime is within how much time the verdicts on one edit come.
const editTime = time.Minute

// verdicts returns the first event, a verdict, with those on the same edit of other servers, and the other events.
func verdicts(events []app.Event) (list, rest []app.Event) {
	first := events[0]
	for _, e := range events {
		known := func(o app.Event) bool { return o.Server == e.Server }
		if e.Event == app.EventEdit && e.Project == first.Project && slices.Equal(e.Files, first.Files) &&
			e.Time.Sub(first.Time) < editTime && !slices.ContainsFunc(list, known) {
			list = append(list, e)
		} else {
			rest = append(rest, e)
		}
	}
	return list, rest
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

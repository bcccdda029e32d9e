package views

import (
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// exit states that a server ended unasked. Other ends have a request, which the page shows.
func (r ActivityRow) exit(e app.Event) (ActivityRow, bool) {
	if e.Actor != nil || !e.Exit.ByItself() || e.Kind == "task" {
		return r, false
	}
	r.Shape, r.Mood = "stopped", "calm"
	if e.Crash() {
		r.Shape, r.Mood = "failed", "bad"
	}
	r.Parts = append(r.Parts, Part{Text: " " + e.Message})
	if e.Run != "" {
		r.Right = []Part{{Text: "run " + e.Run, Link: RunPath(e.Ref(), e.Run)}}
	}
	return r, true
}

// edit describes what an edit did to a server.
func (r ActivityRow) edit(e app.Event) (ActivityRow, bool) {
	files := Part{Text: words.And(e.Files), Mono: true}
	switch e.Verdict {
	case app.VerdictOK:
		r.Shape, r.Mood = "check", "good"
		r.Parts = append(r.Parts, Part{Text: " took the edit of "}, files)
	case app.VerdictBroken:
		r.Shape, r.Mood = "failed", "bad"
		r.Parts = append([]Part{{Text: "The edit of "}, files, {Text: " broke "}}, r.Parts...)
	case app.VerdictStale:
		r.Shape, r.Mood = "failing", "warn"
		r.Parts = append(r.Parts, Part{Text: " still runs the code from before the edit of "}, files)
	default:
		return r, false
	}
	return r, true
}

// activityError returns the address of an error's lines.
func activityError(e app.Event) string {
	if e.Error == nil || e.Run == "" {
		return ""
	}
	return LineLink(ProjectPath(e.Project)+"/logs", e.Run, e.Error.From, "")
}

// troubled reports whether something went wrong.
func (r ActivityRow) troubled() bool { return r.Mood == "bad" || r.Mood == "busy" || r.Mood == "ask" }

// ActivityTrouble returns the rows about what went wrong.
func ActivityTrouble(list []ActivityRow) []ActivityRow { return words.Only(list, ActivityRow.troubled) }

type activityDay struct {
	Name, Long string
	Rows       []ActivityRow
}

func (v ActivityView) days() (list []activityDay) {
	for _, r := range v.Rows {
		long := r.At.Local().Format("Monday 2 January")
		if n := len(list); n == 0 || list[n-1].Long != long {
			list = append(list, activityDay{dayName(r.At, v.Now), long, nil})
		}
		list[len(list)-1].Rows = append(list[len(list)-1].Rows, r)
	}
	return list
}

func dayName(t, now time.Time) string {
	switch day := func(t time.Time) string { return t.Local().Format(time.DateOnly) }; day(t) {
	case day(now):
		return "Today"
	case day(now.AddDate(0, 0, -1)):
		return "Yesterday"
	}
	return t.Local().Format("2 January")
}

func activityTime(t time.Time) string { return t.Local().Format("15:04:05") }

// whos are the choices of the filter by who did it.
var whos = [][2]string{{"", "Everything"}, {"agents", "Agents"}, {"me", "Me"}, {"auto", "Automatic"}}

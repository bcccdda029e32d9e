package view

import (
	"cmp"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// wordWidth is the longest word of eventLook.
const wordWidth = len("unhealthy")

// Event draws one line: time, name, the kind as a word and a sign, and the details. The name gets room columns.
func (v View) Event(e app.Event, room int) string {
	name := cmp.Or(e.Server, e.Project)
	l, word := eventLook(e)
	line := v.Paint(Dim, v.moment(e.Time)) + "  " + v.Paint(Bold, Pad(Plain(name), room)) + "  " +
		v.Paint(l.color, v.Pick(l.symbol, l.ascii)+" "+Pad(word, wordWidth)) + "  " + v.eventDetails(e)
	return strings.TrimRight(line, " ") + "\n"
}

func (v View) eventDetails(e app.Event) string {
	text := Plain(e.Message)
	if e.Error != nil && e.Error.Place() != "" {
		text = v.Paint(Cyan, Plain(e.Error.Place())) + "  " + text
	}
	if e.More > 0 {
		text += v.Paint(Dim, " (and "+words.Count(e.More, "more error")+")")
	}
	return text
}

// warned is the look of what a person should know about.
var warned = look{"!", "!", Yellow}

// eventLook is how an event looks: shape and word repeat what the color says.
func eventLook(e app.Event) (look, string) {
	switch e.Event {
	case app.EventStarted:
		return lookAt(app.Starting), "started"
	case app.EventReady:
		return lookAt(app.Ready), "ready"
	case app.EventExit:
		return endLook(e)
	case app.EventRecovered:
		return lookAt(app.Ready), "recovered"
	case app.EventFailing:
		return lookAt(app.Failing), "failing"
	case app.EventFixed:
		return good, "fixed"
	case app.EventConfig:
		return look{"~", "~", Yellow}, "config"
	case app.EventConfigBroken:
		return lookAt(app.Failed), "config"
	case app.EventHookFailed:
		return lookAt(app.Failed), "hook"
	case app.EventTrust:
		return warned, "trust"
	case app.EventMemory:
		return warned, "memory"
	case app.EventEdit:
		if e.Verdict == app.VerdictOK {
			return good, "edit"
		}
	}
	return lookAt(app.Failed), e.Event
}

// endLook is the look of an end: one on request, or with success, isn't a failure.
func endLook(e app.Event) (look, string) {
	switch {
	case e.State == app.Sleeping || e.State == app.Stopped && !e.Exit.ByItself():
		return lookAt(e.State), string(e.State)
	case e.Exit.Well() && e.Kind.IsTask():
		return good, "done"
	case e.Exit.Well():
		return good, "exited"
	case e.Crash():
		return lookAt(app.Failed), "crashed"
	}
	return lookAt(app.Failed), "failed"
}

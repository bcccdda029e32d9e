package cli

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/words"
	"devservers/cli/term"
)

// eventView draws events, one a line, in columns that are known before the first.
type eventView struct {
	view
	p    *program
	room int // for the names
}

// newEventView makes room for the names of the targets.
func newEventView(s *session, targets []string) *eventView {
	v := &eventView{p: s.p, view: s.p.view()}
	for _, project := range s.projects {
		for _, st := range members(project) {
			ref := st.Ref().String()
			if len(targets) == 0 || slices.Contains(targets, project.ID) || slices.Contains(targets, ref) {
				v.room = max(v.room, term.Columns(ref))
			}
		}
	}
	return v
}

func (v *eventView) line(e app.Event) {
	if v.p.json {
		_ = v.p.jsonLine(e)
		return
	}
	v.p.Print(v.text(e))
}

// wordWidth is the longest word of eventLook.
const wordWidth = len("unhealthy")

// text is one line: time, name, the kind as a word and a sign, and the details.
func (v *eventView) text(e app.Event) string {
	name := e.Server
	if name == "" {
		name = e.Project
	}
	l, word := eventLook(e)
	line := v.Paint(term.Dim, v.moment(e.Time)) + "  " + v.Paint(term.Bold, term.Pad(term.Plain(name), v.room)) + "  " +
		v.Paint(l.color, v.Pick(l.symbol, l.ascii)+" "+term.Pad(word, wordWidth)) + "  " + v.eventDetails(e)
	return strings.TrimRight(line, " ") + "\n"
}

func (v *eventView) eventDetails(e app.Event) string {
	text := term.Plain(e.Message)
	if e.Error != nil && e.Error.Place() != "" {
		text = v.Paint(term.Cyan, term.Plain(e.Error.Place())) + "  " + text
	}
	if e.More > 0 {
		text += v.Paint(term.Dim, " (and "+words.Count(e.More, "more error")+")")
	}
	return text
}

// warned is the look of what a person should know about.
var warned = stateLook{"!", "!", term.Yellow}

// eventLook is how an event looks: shape and word repeat what the color says.
func eventLook(e app.Event) (stateLook, string) {
	switch e.Event {
	case app.EventStarted:
		return look(app.Starting), "started"
	case app.EventReady:
		return look(app.Ready), "ready"
	case app.EventExit:
		return endLook(e)
	case app.EventHealthy:
		return look(app.Ready), "healthy"
	case app.EventFixed:
		return good, "fixed"
	case app.EventConfig:
		return stateLook{"~", "~", term.Yellow}, "config"
	case app.EventConfigBroken:
		return look(app.Exited), "config"
	case app.EventHookFailed:
		return look(app.Exited), "hook"
	case app.EventTrust:
		return warned, "trust"
	case app.EventEdit:
		if e.Verdict == app.VerdictGood {
			return good, "edit"
		}
	}
	return look(app.Exited), e.Event
}

// endLook is the look of an end: one on request, or with success, isn't a failure.
func endLook(e app.Event) (stateLook, string) {
	switch {
	case e.State == app.Stopped || e.State == app.Sleeping:
		return look(e.State), string(e.State)
	case endedWell(e.Exit) && e.Kind == config.KindTask:
		return good, "done"
	case endedWell(e.Exit):
		return good, "exited"
	case e.Crash():
		return look(app.Exited), "crashed"
	}
	return look(app.Exited), "failed"
}

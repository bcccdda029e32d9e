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
	p     *program
	s     term.Style
	width int // of the names
}

// eventView makes room for the names of what was asked for.
func (p *program) eventView(s scope, targets []string) *eventView {
	v := &eventView{p: p, s: p.Style(p.Out)}
	for _, view := range s.projects {
		for _, st := range members(view) {
			ref := st.Ref().String()
			if len(targets) == 0 || slices.Contains(targets, view.ID) || slices.Contains(targets, ref) {
				v.width = max(v.width, term.Columns(ref))
			}
		}
	}
	return v
}

func (v *eventView) line(h app.Event) {
	if v.p.json {
		_ = v.p.jsonLine(h)
		return
	}
	v.p.Print(v.text(h))
}

// left says what was left out.
func (v *eventView) left(text string) {
	if text != "" {
		v.p.Notef("%s\n", v.s.Paint(term.Dim, asFlags(strings.Replace(text, "ask with a higher limit", "-n shows more", 1))))
	}
}

// wordWidth is the longest word of eventLook.
const wordWidth = len("unhealthy")

// text is one line: when, whose, what in a word and a sign, and the details.
func (v *eventView) text(h app.Event) string {
	name := h.Server
	if name == "" {
		name = h.Project
	}
	l := eventLook(h)
	line := v.s.Paint(term.Dim, v.p.moment(h.Time)) + "  " + v.s.Paint(term.Bold, term.Pad(term.Plain(name), v.width)) + "  " +
		v.s.Paint(l.color, v.s.Pick(l.symbol, l.ascii)+" "+term.Pad(l.word, wordWidth)) + "  " + v.details(h)
	return strings.TrimRight(line, " ") + "\n"
}

func (v *eventView) details(h app.Event) string {
	text := term.Plain(h.Message)
	if h.Error != nil && h.Error.Place() != "" {
		text = v.s.Paint(term.Cyan, term.Plain(h.Error.Place())) + "  " + text
	}
	if h.URL != "" {
		text = strings.Replace(text, h.URL, v.s.Paint(term.Cyan, h.URL), 1)
	}
	if h.More > 0 {
		text += v.s.Paint(term.Dim, " (and "+words.Count(h.More, "more error")+")")
	}
	return text
}

// eventWord is how an event is told: shape and word say what the colour says.
type eventWord struct {
	stateLook
	word string
}

func eventLook(h app.Event) eventWord {
	switch h.Event {
	case app.EventStarted:
		return eventWord{look(app.Starting), "started"}
	case app.EventReady:
		return eventWord{look(app.Ready), "ready"}
	case app.EventExit:
		return endLook(h)
	case app.EventHealthy:
		return eventWord{look(app.Ready), "healthy"}
	case app.EventFixed:
		return eventWord{good, "fixed"}
	case app.EventConfig:
		return eventWord{stateLook{"~", "~", term.Yellow}, "config"}
	case app.EventTrust:
		return eventWord{stateLook{"!", "!", term.Yellow}, "trust"}
	case app.EventEdit:
		if h.Verdict == app.VerdictGood {
			return eventWord{good, "edit"}
		}
	}
	word := map[string]string{app.EventConfigBroken: "config", app.EventHookFailed: "hook"}[h.Event]
	if word == "" {
		word = h.Event
	}
	return eventWord{look(app.Exited), word}
}

// endLook is the look of an end: what somebody asked for, or that went well, is no fault.
func endLook(h app.Event) eventWord {
	switch {
	case h.State == app.Stopped || h.State == app.Sleeping:
		return eventWord{look(h.State), string(h.State)}
	case endedWell(h.Exit) && h.Kind == config.KindTask:
		return eventWord{good, "done"}
	case endedWell(h.Exit):
		return eventWord{good, "exited"}
	case h.Crash():
		return eventWord{look(app.Exited), "crashed"}
	}
	return eventWord{look(app.Exited), "failed"}
}

// asFlags writes the API's parameters in a remark as the flags that they are here.
func asFlags(remark string) string {
	return strings.NewReplacer("until=", "--until ", "since=", "--since ", "tail=", "--tail ", "limit=", "--limit ").Replace(term.Plain(remark))
}

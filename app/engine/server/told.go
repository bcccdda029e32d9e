package server

import (
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
)

// Told is what the events of a server or task have reported so far. They come from the one place that announces
// changes, which compares the facts with those of the last event. So no change is missed, no reader delays it, and it
// costs nothing while nothing changes.
type Told struct {
	known                         bool // changes from now on are events
	run                           string
	ready, failed, failing, ended bool
}

// FactsOf returns what f and kind tell.
func FactsOf(f *Facts, kind config.Kind) Told {
	return Told{
		known: true, run: f.Run, ready: f.ReadyAt != nil && kind != config.KindTask, failed: f.Failure != nil &&
			f.Exit == nil,
		failing: f.State == app.Failing, ended: f.EndedAt != nil,
	}
}

// Known reports whether changes are events: those before a server was adopted are not news.
func (t Told) Known() bool { return t.known }

// News returns the events of the changes between t and now, which is of f. by is who requested the current state.
func (t Told) News(now Told, f *Facts, by app.Actor) (list []app.Event) {
	if now == t || !t.known {
		return nil
	}
	add := func(e app.Event) { list = append(list, e) }
	if now.run != t.run {
		t = Told{run: now.run}
		add(app.Event{Event: app.EventStarted, Time: *f.StartedAt, Run: f.Run, Actor: f.Actor, Message: "by " +
			f.Actor.String()})
	}
	if now.ready && !t.ready {
		add(app.Event{Event: app.EventReady, Time: *f.ReadyAt, Run: f.Run, URL: f.URL, Message: f.readyWords()})
	}
	if now.failed && !t.failed {
		add(app.Event{Event: app.EventFailed, Run: f.Failure.Run, Code: f.Failure.Code, Message: f.Failure.Line()})
	}
	if now.ended && !t.ended {
		add(f.endEvent(by))
	} else if event := now.turn(t, f); event != "" && !now.ended {
		add(app.Event{Event: event, Run: f.Run, State: f.State, Message: f.Reason.String()})
	}
	return list
}

// turn returns the event of a server that began or ceased to fail; "" if it did neither.
func (t Told) turn(before Told, f *Facts) string {
	switch {
	case t.failing && !before.failing:
		return app.EventFailing
	case before.failing && f.State == app.Ready:
		return app.EventRecovered
	}
	return ""
}

// endEvent returns the event of the end of a run, with the automatic start that follows.
func (f *Facts) endEvent(by app.Actor) app.Event {
	e := app.Event{Event: app.EventExit, Time: *f.EndedAt, Run: f.Run, State: f.State, Exit: f.Exit, Retry: f.Retry,
		Message: f.Reason.String()}
	if f.Exit != nil && (f.Exit.Cause == app.CauseAsked || f.Exit.Cause == app.CauseShutdown) {
		e.Actor, e.Message = &by, "by "+by.String()
	}
	if r := f.Retry; r != nil {
		e.Message += "; " + words.Restarts(time.Until(r.At), r.Attempt, r.Of)
	}
	return e
}

// readyWords returns a text with the address and the time that the start took.
func (f *Facts) readyWords() string {
	after := ""
	if f.StartedAt != nil {
		after = "after " + words.Duration(max(0, f.ReadyAt.Sub(*f.StartedAt)))
	}
	return strings.TrimSpace(f.URL + " " + after)
}

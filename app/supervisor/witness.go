package supervisor

import (
	"strings"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/words"
)

// Events come from the one place that announces changes: witness compares the facts with those of the last event. So no
// change is missed, no reader delays it, and it costs nothing while nothing changes.

// told is the state of a server or task that its events have reported so far.
type told struct {
	run                           string
	ready, failed, failing, ended bool
}

func (m *managed) toTell() told {
	st := &m.status
	return told{
		run: st.Run, ready: st.ReadyAt != nil && m.spec.Kind != config.KindTask, failed: st.Failure != nil && st.Exit == nil,
		failing: st.State == app.Failing, ended: st.EndedAt != nil,
	}
}

// witness adds events for the changes of servers since the last call; mu is held.
func (s *Supervisor) witness() {
	for m := range s.all() {
		m.witnessServer()
	}
}

// know starts the events of a server: changes before it was adopted are not news.
func (m *managed) know() {
	m.s.mu.Lock()
	defer m.s.mu.Unlock()
	if !m.known {
		m.known, m.told = true, m.toTell()
	}
}

func (m *managed) witnessServer() {
	now, before := m.toTell(), m.told
	if now == before || !m.known {
		return
	}
	m.told = now
	st := &m.status
	if now.run != before.run {
		before = told{run: now.run}
		m.tell(app.Event{Event: app.EventStarted, Time: *st.StartedAt, Run: st.Run, Actor: st.Actor, Message: "by " + st.Actor.String()})
	}
	if now.ready && !before.ready {
		m.tell(app.Event{Event: app.EventReady, Time: *st.ReadyAt, Run: st.Run, URL: st.URL, Message: readyWords(*st)})
	}
	if now.failed && !before.failed {
		m.tell(app.Event{Event: app.EventFailed, Run: st.Failure.Run, Code: st.Failure.Code, Message: st.Failure.Line()})
	}
	if now.ended && !before.ended {
		m.tell(m.endTold())
	} else if now.failing != before.failing && !now.ended {
		event := map[bool]string{true: app.EventFailing, false: app.EventRecovered}[now.failing]
		m.tell(app.Event{Event: event, Run: st.Run, State: st.State, Message: st.Reason.String()})
	}
}

// tell adds an event of m; mu is held.
func (m *managed) tell(h app.Event) {
	h.Project, h.Server, h.Kind = m.ref.Project, m.ref.String(), m.spec.Kind
	m.s.Events.Add(h)
}

// endTold returns the event of the end of a run, with the automatic start that follows.
func (m *managed) endTold() app.Event {
	st := m.status
	h := app.Event{Event: app.EventExit, Time: *st.EndedAt, Run: st.Run, State: st.State, Exit: st.Exit, Retry: st.Retry, Message: st.Reason.String()}
	if st.Exit != nil && (st.Exit.Cause == app.CauseAsked || st.Exit.Cause == app.CauseShutdown) {
		h.Actor = &m.want.actor
		h.Message = "by " + m.want.actor.String()
	}
	if r := st.Retry; r != nil {
		h.Message += "; " + words.Restarts(time.Until(r.At), r.Attempt, r.Of)
	}
	return h
}

// readyWords returns a text with the address and the time that the start took.
func readyWords(st facts) string {
	after := ""
	if st.StartedAt != nil {
		after = "after " + words.Duration(max(0, st.ReadyAt.Sub(*st.StartedAt)))
	}
	return strings.TrimSpace(st.URL + " " + after)
}

package web

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"devservers/app"
)

// eventsOf reads a page of events.
func (m *manager) eventsOf(query string) (page app.EventPage) {
	m.t.Helper()
	if err := json.Unmarshal([]byte(m.do("GET", "/api/events?"+query, "").body), &page); err != nil {
		m.t.Fatal(err)
	}
	return page
}

func TestEventsAsPageAndStream(t *testing.T) {
	t.Parallel()
	m := serve(t)
	live := m.listenTo("/api/events?follow=1&target=shop/chat", "")
	begin := nextEvent(t, live, "event: mark")
	m.ask(servers+"chat/start", "")
	started := nextEvent(t, live, "event: event", `"event":"started"`)
	ready := nextEvent(t, live, "event: event", `"event":"ready"`)
	if idOf(begin) >= idOf(started) || idOf(started) >= idOf(ready) {
		t.Errorf("ids: %s %s %s", idOf(begin), idOf(started), idOf(ready))
	}
	page := m.eventsOf("target=shop/web,shop/chat&event=started,ready")
	if n := len(page.Events); n != 2 || page.Events[1].Event != app.EventReady || page.Left != "" {
		t.Errorf("%+v", page)
	}
	again := m.listenTo("/api/events?follow=1&target=shop/chat", idOf(started))
	if e, ok := <-again; !ok || e != ready {
		t.Errorf("it went on with %q, want %q", e, ready)
	}
	if page = m.eventsOf("limit=1"); len(page.Events) != 1 || !strings.Contains(page.Left, "older ones are left out") {
		t.Errorf("%+v", page)
	}
	if got := m.do("GET", "/api/events?event="+url.QueryEscape("crash"), ""); got.StatusCode != 400 ||
		!strings.Contains(got.body, "hook_failed") {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func idOf(event string) string {
	_, id, _ := strings.Cut(event, "id: ")
	id, _, _ = strings.Cut(id, "\n")
	return id
}

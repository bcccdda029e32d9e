package web

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"devservers/app"
)

// happeningsOf asks for what happened.
func (m *manager) happeningsOf(query string) (page app.HappeningPage) {
	m.t.Helper()
	if err := json.Unmarshal([]byte(m.do("GET", "/api/happenings?"+query, "").body), &page); err != nil {
		m.t.Fatal(err)
	}
	return page
}

func TestWhatHappenedIsAnsweredAndStreamed(t *testing.T) {
	m := serve(t)
	live := m.listenTo("/api/happenings?follow=1&target=shop/chat", "")
	begin := nextEvent(t, live, "event: mark")
	m.ask(servers+"chat/start", "")
	started := nextEvent(t, live, "event: happening", `"event":"started"`)
	ready := nextEvent(t, live, "event: happening", `"event":"ready"`)
	if idOf(begin) >= idOf(started) || idOf(started) >= idOf(ready) {
		t.Errorf("ids: %s %s %s", idOf(begin), idOf(started), idOf(ready))
	}
	page := m.happeningsOf("target=shop/web,shop/chat&event=started,ready")
	if n := len(page.Happenings); n != 2 || page.Happenings[1].Event != app.OnReady || page.Left != "" {
		t.Errorf("%+v", page)
	}
	again := m.listenTo("/api/happenings?follow=1&target=shop/chat", idOf(started))
	if e, ok := <-again; !ok || e != ready {
		t.Errorf("it went on with %q, want %q", e, ready)
	}
	if page = m.happeningsOf("limit=1"); len(page.Happenings) != 1 || !strings.Contains(page.Left, "older ones are left out") {
		t.Errorf("%+v", page)
	}
	if got := m.do("GET", "/api/happenings?event="+url.QueryEscape("crash"), ""); got.StatusCode != 400 || !strings.Contains(got.body, "hook_failed") {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

func idOf(event string) string {
	_, id, _ := strings.Cut(event, "id: ")
	id, _, _ = strings.Cut(id, "\n")
	return id
}

package mcp_test

import (
	"context"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
)

// TestTwoAgentsOnOneProject: each learns in its next answer, once, what the other did, what a person did, and what
// crashed, also if the manager was replaced in between.
func TestTwoAgentsOnOneProject(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	one, two := w.agentNamed("one"), w.agentNamed("two")
	one.ok("start_server", given{"server": "web"})
	two.ok("list_projects", nil)
	two.ok("restart_server", given{"server": "web"})
	two.ok("patch_config", given{"server": "web", "port": "auto", "reason": "r"})
	one.ok("get_server_logs", given{"server": "chat"}).says("notice: two restarted shop/web",
		"notice: two changed env or port of shop/web")
	if r := one.ok("get_server_logs", given{"server": "chat"}); strings.Contains(r.text, "restarted") {
		t.Errorf("it is told twice: %s", r.text)
	}
	two.ok("stop_server", given{"server": "web"})
	w.close(true)
	w.open()
	r := one.ok("wait_for", given{"server": "web", "until": "exit", "timeout_s": 1})
	if r.says("two stopped shop/web"); strings.Contains(r.text, "one ") {
		t.Errorf("its own doings are news to it: %s", r.text)
	}
	ref := app.Ref{Project: "shop", Name: "bad"}
	_, _ = w.Sup.Start(context.Background(), ref, supervisor.StartOptions{Actor: person})
	w.Until(ref, "over", func(st app.Status) bool { return st.EndedAt != nil && !st.State.Up() })
	two.ok("get_server_logs", given{"server": "chat"}).says("notice: shop/bad crashed")
}

// TestSinceLastSurvivesARestart: a reader continues where it was.
func TestSinceLastSurvivesARestart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agent("/mcp", false)
	a.ok("start_server", given{"server": "web"})
	a.ok("get_server_logs", given{"server": "web"}).says("listening on")
	w.close(true)
	w.open()
	a.ok("get_server_logs", given{"server": "web", "since": "last"}).says("nothing new")
}

// TestSessionsOfOneClientHearOfEachOther: history knows them by one name.
func TestSessionsOfOneClientHearOfEachOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	one, two := w.agent("/mcp", true), w.agent("/mcp", true)
	one.ok("start_server", given{"server": "chat"})
	two.ok("list_projects", nil)
	one.ok("stop_server", given{"server": "chat"})
	two.ok("get_runs", nil).says("tester stopped shop/chat")
}

package mcp_test

import "testing"

// TestProjectAtOnce: a project is started, read, explained and stopped in a call each.
func TestProjectAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", `servers:
  web: {command: 'FC listen 127.0.0.1:$PORT', port: auto, autostart: true, ready: {log: listening on}}
  chat: {command: FC echo, autostart: true}
  extra: {command: FC echo}
`)
	w.project("mixed", "servers:\n  good: {command: FC echo}\n"+
		"  bad: {command: FC crash 7 the database is missing, ready: {log: ^never$}}\n")
	a := w.agent("/mcp", false)
	a.ok("start_server", given{"project": "shop"}).says("shop/web", "shop/chat", "url:", "viewer_url")
	if r := a.ok("list_projects", given{"project": "shop",
		"state": "stopped"}); len(r.data["projects"].([]any)[0].(given)["servers"].([]any)) != 1 {
		t.Error(r.text)
	}
	a.ok("get_server_logs", given{"project": "shop"}).says("listening on", "shop/web run")
	a.ok("get_server_logs", given{"project": "shop", "since": "last"}).says("nothing new")
	a.ok("restart_server", given{"project": "shop"}).says("shop/web", "shop/chat")
	r := a.call("start_server", given{"project": "mixed"})
	if r.says("mixed/good", "failed:", "server: mixed/bad", "the database is missing"); !r.failed {
		t.Error("a part failed, but not the answer")
	}
	a.ok("diagnose", given{"project": "mixed", "pattern": "database"}).says("mixed/bad", "1 line of this run",
		"good is ready")
	a.ok("stop_server", given{"project": "shop"}).says("shop/web", "state: stopped", "shop/chat")
	a.ok("stop_server", given{"project": "shop"}).says("none of its servers runs")
}

func TestDiagnosisHasHealthAndMissingVariables(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.project("shop", "servers:\n  web: {command: 'FC listen 127.0.0.1:$PORT', port: auto, env: {MODE: a}}\n")
	w.written(dir+"/.env.example", "MODE=\nPAYMENT_KEY=\n")
	a := w.agent("/mcp", false)
	a.ok("diagnose", given{"server": "web"}).says("state: stopped", "missing_env:", "- PAYMENT_KEY")
	a.ok("start_server", given{"server": "web"})
	r := a.ok("diagnose", given{"server": "web", "pattern": "LISTEN(ING|ed)"})
	r.says("listens_on:", "errors: 0", "pattern_found: 1 line", "listening on")
	health := r.data["health"].(given)
	st := a.ok("list_projects", given{"detail": "detailed"}).data["projects"].([]any)[0].(given)["servers"].([]any)[0].(given)
	if ports := health["listens_on"].([]any); len(ports) != 1 || ports[0] != st["port"] {
		t.Errorf("%v, %v", health, st)
	}
}

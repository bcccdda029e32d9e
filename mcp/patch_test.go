package mcp_test

import (
	"os"
	"testing"

	"devservers/app/record/history"
)

func TestPatchAndReset(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.project("shop", "servers:\n  web: {command: FC env 1h, port: auto, env: {MODE: quiet, API_KEY: old}, "+
		"ready: {log: DEVSERVERS_RUN}}\n")
	before, _ := os.ReadFile(dir + "/devservers.yml")
	a := w.agent("/mcp", false)
	a.fails("invalid", "patch_config", given{"server": "web", "set_env": given{"MODE": "loud"}}, "reason is missing")
	a.fails("invalid", "patch_config", given{"server": "web", "set_env": "MODE", "reason": "r"},
		"set_env must be an object")
	a.fails("needs_human", "patch_config", given{"server": "web", "set_env": given{"LD_PRELOAD": "x.so"}, "reason": "r"},
		"only a person", "/waiting")
	a.fails("needs_human", "patch_config", given{"server": "web", "set_env": given{"UNKNOWN": "1"}, "reason": "r"},
		"only a person", "/waiting")
	a.ok("start_server", given{"server": "web"})
	r := a.ok("patch_config", given{"server": "web", "set_env": given{"MODE": "loud", "API_KEY": "hush"},
		"reason": "see more", "restart": true})
	r.says("-MODE=quiet", "+MODE=loud", "state: ready", "see more", "tester")
	a.ok("get_server_logs", given{"server": "web", "grep": "^MODE="}).says("MODE=loud")
	shown := a.ok("patch_config", nil)
	shown.says("+MODE=loud", "+API_KEY=••")
	ids := shown.data["patch_ids"].([]any)
	a.fails("not_found", "patch_config", given{"action": "reset", "patch_id": "nosuch"})
	if r = a.ok("patch_config", given{"action": "reset", "patch_id": ids[0]}); len(r.data["patch_ids"].([]any)) != 1 {
		t.Errorf("%v", r.data)
	}
	r = a.ok("patch_config", given{"action": "reset", "server": "web", "restart": true})
	r.says("follows devservers.yml again", "state: ready")
	a.ok("get_server_logs", given{"server": "web", "grep": "^MODE="}).says("MODE=quiet")
	if after, _ := os.ReadFile(dir + "/devservers.yml"); string(after) != string(before) {
		t.Error("devservers.yml was written")
	}
	events, _ := w.history.Query(history.Query{Action: "set-env", Limit: 1})
	if len(events) != 1 || events[0].Target != "shop/web" || events[0].Actor.Client != "tester" {
		t.Errorf("%+v", events)
	}
}

package mcp_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"devservers/app"
)

// wrong is a call that a model gets wrong, and what the answer has to contain for the next call to be right: an error
// names the next step, and a call whose meaning is clear is done, with a note if it was changed.
type wrong struct {
	tool  string
	args  given
	fails bool
	says  []string
}

// wrongCalls is made in a world with the projects shop (two servers, two tasks) and blog, with web of shop running.
// DIR is the directory of shop, RUN the run of its web, PORT its port.
var wrongCalls = []wrong{
	// names
	{"start_server", given{}, true, []string{"server is missing", "name a server, or a project", "shop", "blog"}},
	{"start_server", given{"server": "wbe"}, true, []string{"shop/web", "list_projects"}},
	{"start_server", given{"server": "shop/wbe"}, true, []string{"web"}},
	{"start_server", given{"server": "cart/web"}, true, []string{"shop", "action=propose"}},
	{"start_server", given{"server": "/nowhere/web"}, true, []string{"shop", "action=propose"}},
	{"start_server", given{"server": "feed", "project": "shop"}, true, []string{"shop has no server", "web", "chat"}},
	{"start_server", given{"server": "blog/feed", "project": "shop"}, true, []string{"not in the project shop",
		"leave project out", "blog/feed", "shop/web"}},
	{"stop_server", given{"server": "shop/web", "project": "blog"}, true, []string{"not in the project blog",
		"leave project out"}},
	{"stop_server", given{"server": "shop/web", "project": "/nowhere"}, true, []string{"no project", "shop"}},
	{"stop_server", given{"server": "all"}, true, []string{"name one server, or a project", "shop"}},
	{"stop_server", given{"server": "*"}, true, []string{"name one server, or a project", "shop"}},
	{"stop_server", given{"project": "shop/web"}, true, []string{"not a project", "shop"}},
	{"start_server", given{"server": "test"}, true, []string{"is a task", "run_task"}},
	{"restart_server", given{"server": "test"}, true, []string{"is a task", "run_task"}},
	{"patch_config", given{"server": "test", "port": "auto", "reason": "r"}, true, []string{"is a task", "run_task"}},
	{"run_task", given{"task": "web"}, true, []string{"is a server", "start_server"}},
	{"run_task", given{"task": "tset"}, true, []string{"shop/test", "shop/quick"}},
	{"run_task", given{"task": "shop"}, true, []string{"shop/test"}},
	{"run_task", given{}, true, []string{"task is missing", "run_task takes task"}},
	{"diagnose", given{"server": "shop"}, false, []string{"project: shop", "nothing_wrong"}},
	{"diagnose", given{"project": "shop"}, false, []string{"project: shop"}},
	{"get_errors", given{"server": "shop"}, false, []string{"no errors"}},
	{"search_logs", given{"query": "listening", "server": "shop"}, false, []string{"shop/web"}},
	{"get_server_logs", given{"server": "shop"}, false, []string{"listening on", "viewer_url"}},
	{"wait_for", given{"server": "shop", "until": "ready"}, true, []string{"name one of its servers", "shop/web"}},
	{"list_projects", given{"project": "/nowhere"}, true, []string{"no project", "action=propose"}},
	{"list_projects", given{"project": "DIR/"}, false, []string{"id: shop"}},
	// values that are clear
	{"start_server", given{"server": "web", "timeout_s": "30"}, false, []string{"state: ready"}},
	{"start_server", given{"server": "web", "timeout_s": 120}, false, []string{"45 is used", "state: ready"}},
	{"start_server", given{"server": "web", "wait": "Ready"}, false, []string{"state: ready"}},
	{"get_server_logs", given{"server": "web", "tail": "50"}, false, []string{"listening on"}},
	{"get_server_logs", given{"server": "web", "limit": 50}, false, []string{"listening on"}},
	{"get_server_logs", given{"server": "web", "limit": 0}, false, []string{"1 is used"}},
	{"get_server_logs", given{"server": "web", "tokens": 50}, false, []string{"100 is used"}},
	{"get_server_logs", given{"server": "web", "level": "warning"}, false, []string{"no line matches"}},
	{"get_server_logs", given{"server": "web", "level": "ERROR"}, false, []string{"no line matches"}},
	{"get_server_logs", given{"server": "web", "grep": "("}, false, []string{"not a regular expression", "as text"}},
	{"search_logs", given{"query": "listening (", "regex": true}, false, []string{"not a regular expression"}},
	{"search_logs", given{"query": "listening", "limit": 5000}, false, []string{"200 is used"}},
	{"get_runs", given{"limit": "5"}, false, []string{"shop/web"}},
	{"get_runs", given{"kind": "Tasks", "project": "shop"}, false, []string{"shop/quick #1"}},
	{"list_projects", given{"state": "run"}, false, []string{"shop/web"}},
	{"wait_for", given{"server": "web", "until": "READY", "timeout_s": "5"}, false, []string{"met: true"}},
	{"patch_config", given{"server": "web", "set_env": given{"A": 1}, "reason": "r"}, false, []string{"+A=1"}},
	{"patch_config", given{"server": "web", "set_env": []any{"A=2"}, "reason": "r"}, false, []string{"+A=2"}},
	{"patch_config", given{"server": "web", "unset_env": "A", "reason": "r"}, false, []string{"web"}},
	{"patch_config", given{"action": "reset", "server": "shop"}, true, []string{"all=true"}},
	{"patch_config", given{"action": "reset", "all": "true", "project": "shop"}, false, []string{"patch_ids: []"}},
	{"get_errors", given{"since": "start"}, false, []string{"no errors"}},
	// values that are not
	{"get_server_logs", given{"server": "web", "since": "yesterday"}, true, []string{"last, edit, start, a cursor"}},
	{"get_server_logs", given{"server": "web", "since": "nosuch:12"}, true, []string{"has no run", "RUN", "since=last"}},
	{"get_server_logs", given{"server": "web", "run": "nosuch"}, true, []string{"has no run", "RUN"}},
	{"get_server_logs", given{"server": "web", "level": "loud"}, true, []string{"error, warn, info or debug"}},
	{"get_errors", given{"since": "yesterday"}, true, []string{"last, start, a cursor"}},
	{"get_runs", given{"run": "nosuch"}, true, []string{"no run", "RUN of shop/web"}},
	{"wait_for", given{"server": "web", "until": "later"}, true, []string{"ready, exit, log, quiet or rebuild"}},
	{"wait_for", given{"server": "web", "until": "log"}, true, []string{"pattern is missing"}},
	{"patch_config", given{"action": "reset", "patch_id": "nosuch", "project": "shop"}, true, []string{"action show"}},
	{"patch_config", given{"server": "web", "port": "auto"}, true, []string{"reason is missing"}},
	{"start_server", given{"name": "web"}, false, []string{"state: ready"}},
	{"start_server", given{"server": "web", "force": true}, true, []string{`no argument "force"`, "start_server takes server"}},
}

func TestWrongCallsLetAModelRecoverInOneStep(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.project("shop", "servers:\n  web: {command: 'FC listen 127.0.0.1:$PORT', port: auto, env: {A: '0'}, "+
		"ready: {log: listening on}}\n  chat: {command: FC echo}\n"+
		"tasks:\n  test: {command: FC say tested}\n  quick: {command: FC exit 0 1ms}\n")
	w.project("blog", "servers:\n  feed: {command: FC echo}\n")
	a := w.agent("/mcp", false)
	run := a.ok("start_server", given{"server": "web"}).field("run")
	st, err := w.Sup.Status(app.Ref{Project: "shop", Name: "web"})
	w.must(err)
	made := strings.NewReplacer("DIR", dir, "RUN", run, "PORT", fmt.Sprint(st.Port))
	wrongCalls := slices.Concat(moreWrongCalls, wrongCalls)
	rows := ""
	for i, c := range wrongCalls {
		if i%20 == 19 { // the limit of changes a minute is by client
			a = w.agentNamed(fmt.Sprintf("tester%d", i))
		}
		c.args = maps.Clone(c.args)
		for name, v := range c.args {
			if s, ok := v.(string); ok {
				c.args[name] = made.Replace(s)
			}
		}
		r := a.call(c.tool, c.args)
		if r.failed != c.fails {
			t.Errorf("%s %v: failed %v:\n%s", c.tool, c.args, r.failed, r.text)
		}
		for _, word := range c.says {
			if !strings.Contains(r.text, made.Replace(word)) {
				t.Errorf("%s %v: %q is missing:\n%s", c.tool, c.args, word, r.text)
			}
		}
		n := tokens(t, r.text)
		args, _ := json.Marshal(c.args)
		rows += fmt.Sprintf("%-16s %-60s %4d\n", c.tool, args, n)
		if n > 300 {
			t.Errorf("%s %v: %d tokens", c.tool, c.args, n)
		}
	}
	t.Logf("%d wrong calls\n%s", len(wrongCalls), rows)
}

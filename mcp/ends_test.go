package mcp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app"
)

// TestWaitEndsWhenItCannotBeMet: with the server, and the answer names the step that works.
func TestWaitEndsWhenItCannotBeMet(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.project("shop", shop)
	a, other := w.agentNamed("one"), w.agentNamed("two")
	for _, until := range []string{"log", "rebuild"} {
		args := given{"server": "chat", "until": until, "pattern": "never", "timeout_s": 45}
		a.ok("wait_for", args).says("met: false", "shop/chat is stopped", "call start_server with server shop/chat")
		a.ok("start_server", given{"server": "chat"})
		ended := make(chan answer, 1)
		begin := time.Now()
		go func() { ended <- a.call("wait_for", args) }()
		w.Until(app.Ref{Project: "shop", Name: "chat"}, "ready", func(st app.Status) bool { return st.State == app.Ready })
		other.ok("stop_server", given{"server": "chat"})
		r := <-ended
		r.says("met: false", "shop/chat is stopped", "call start_server with server shop/chat")
		if time.Since(begin) > 40*time.Second {
			t.Errorf("%s waited for its time limit", until)
		}
	}
	a.call("start_server", given{"server": "bad"})
	a.ok("wait_for", given{"server": "bad", "until": "log", "pattern": "never", "timeout_s": 45}).says("met: false",
		"shop/bad has failed", "call diagnose with server shop/bad")
	a.ok("wait_for", given{"server": "bad", "until": "log", "pattern": "database", "timeout_s": 45}).says("met: true")
	text, err := os.ReadFile(filepath.Join(dir, "devservers.yml"))
	w.must(err)
	w.written(filepath.Join(dir, "devservers.yml"), string(text)+"  more: {command: FC echo}\n")
	w.Sup.Files.Refresh("shop")
	a.ok("wait_for", given{"server": "late", "until": "log", "pattern": "x", "timeout_s": 45}).says("met: false",
		"devservers trust")
}

// TestAgentCannotStopWhatAPinnedServerNeeds: alone, with its project, or by a restart; also over another server between.
func TestAgentCannotStopWhatAPinnedServerNeeds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", "servers:\n  db: {command: FC echo}\n  cache: {command: FC echo, depends_on: [db]}\n"+
		"  api: {command: FC echo, depends_on: [cache]}\n")
	a := w.agentNamed("one")
	a.ok("start_server", given{"server": "shop"})
	_, err := w.Sup.Pin(app.Ref{Project: "shop", Name: "api"}, true, person)
	w.must(err)
	for _, tool := range []string{"stop_server", "restart_server"} {
		for _, server := range []string{"db", "cache"} {
			a.fails("needs_human", tool, given{"server": server}, "is needed by shop/api", "devservers unpin shop/api")
		}
	}
	a.call("stop_server", given{"server": "shop"})
	for _, server := range []string{"db", "cache", "api"} {
		if st, err := w.Sup.Status(app.Ref{Project: "shop", Name: server}); err != nil || st.State != app.Ready {
			t.Errorf("%s is %s, %v", server, st.State, err)
		}
	}
	_, err = w.Sup.Pin(app.Ref{Project: "shop", Name: "api"}, false, person)
	w.must(err)
	a.ok("stop_server", given{"server": "shop"})
}

// TestServersAreFoundByWhatAnswersName: addresses, ports, pages, runs, cursors, numbers of tasks and directories.
func TestServersAreFoundByWhatAnswersName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.project("shop", shop)
	w.project("blog", "servers:\n  feed: {command: FC echo}\n")
	a := w.agentNamed("one")
	r := a.ok("start_server", given{"server": "shop/web"})
	a.ok("run_task", given{"task": "shop/quick"})
	st, err := w.Sup.Status(app.Ref{Project: "shop", Name: "web"})
	w.must(err)
	port := fmt.Sprint(st.Port)
	for _, name := range []string{r.field("url"), r.field("url") + "/cart?x=1", "localhost:" + port, "127.0.0.1:" + port,
		":" + port, port, st.NamedURL, r.field("viewer_url"), strings.Replace(r.field("viewer_url"), w.url(),
			"http://localhost:7912", 1), r.field("run"), r.field("run") + ":3", dir + "/web"} {
		if got := a.call("wait_for", given{"server": name, "until": "ready"}); got.field("server") != "shop/web" {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	a.ok("get_runs", given{"run": "shop/quick #1"}).says("shop/quick #1", "exit_code: 3")
	a.ok("get_server_logs", given{"run": r.field("run")}).says("listening on")
	a.ok("diagnose", given{"server": "shop/quick #1"}).says("shop/quick")
	a.ok("list_projects", given{"project": "."}).says("id: shop")
	a.ok("wait_for", given{"server": "blog", "until": "exit", "timeout_s": 1}).says("blog/feed")
}

// TestEmptyCallsMeanTheCallersProject: that of its directory, the one it named last, the only one, or everything.
func TestEmptyCallsMeanTheCallersProject(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.project("shop", shop)
	empty := []string{"list_projects", "check_edit", "get_errors", "get_server_logs", "get_runs", "diagnose", "patch_config"}
	a := w.agentNamed("only")
	a.ok("start_server", given{"server": "web"})
	w.project("blog", "servers:\n  feed: {command: FC echo}\n")
	for _, tool := range empty {
		w.agentNamed("new").ok(tool, nil)
	}
	named := w.agentOf("named", "/mcp", true)
	named.ok("list_projects", given{"project": "shop"})
	for _, tool := range []string{"get_server_logs", "diagnose", "patch_config"} {
		named.ok(tool, nil).says("shop")
	}
	named.ok("restart_server", nil).says("shop/web")
	named.ok("stop_server", nil).says("shop/web")
	w.agentNamed("shared").fails("invalid", "stop_server", nil, "server is missing", "blog", "shop")
	bridged := &window{w, token, "s", dir}
	if got := bridged.call("get_server_logs", nil); !strings.Contains(got, "shop") {
		t.Error(got)
	}
}

func TestSearchSaysWhatItDidNot(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agentNamed("one")
	a.ok("run_task", given{"task": "lines", "wait_s": 30})
	a.ok("search_logs", given{"query": "line 2[0-9]{3}$", "limit": 2}).says("regular expression", "regex=true", "raise limit")
	a.ok("search_logs", given{"query": "no such ("}).says("not a regular expression", "0 hits")
	if r := a.ok("search_logs", given{"query": "line", "limit": 2}); strings.Contains(r.text, "until=") {
		t.Error(r.text)
	}
}

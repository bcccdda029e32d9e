package mcp_test

import (
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/record/history"
)

// shop has a server for each kind of behavior. FC is this test binary as a child. late listens unless there is a file
// closed.
const shop = `servers:
  web: {command: 'FC listen 127.0.0.1:$PORT', port: auto, ready: {log: listening on}}
  chat: {command: FC echo}
  bad: {command: FC crash 7 the database is missing, ready: {log: ^never printed$}}
  flood: {command: FC flood 2000000}
  slow: {command: FC say working, port: auto, ready: {timeout: 60s}}
  late: {command: 'FC blink closed 127.0.0.1:$PORT', port: auto}
tasks:
  lines: {command: FC lines 3000}
  quick: {command: FC crash 3 it did not work}
  long: {command: FC say busy}
`

func TestStartReadStop(t *testing.T) {
	t.Parallel()
	for _, legacy := range []bool{false, true} {
		t.Run(fmt.Sprintf("legacy=%v", legacy), func(t *testing.T) {
			w := newWorld(t)
			dir := w.project("shop", shop)
			a := w.agent("/mcp", legacy)
			a.ok("list_projects", given{"project": dir}).says("shop/web", "state: stopped", "viewer_url")
			a.ok("get_server_logs", given{"server": "chat"}).says("shop/chat is stopped\n",
				"it has not run yet; call start_server")
			first := a.ok("start_server", given{"server": "web"})
			if first.field("state") != "ready" || first.field("url") == "" || first.data["changed"] != true {
				t.Errorf("%v", first.data)
			}
			if want := fmt.Sprintf("%s/p/shop/web/runs/%s", w.url(), first.field("run")); first.field("viewer_url") != want {
				t.Errorf("viewer_url %q, want %q", first.field("viewer_url"), want)
			}
			if again := a.ok("start_server", given{"server": "shop/web"}); again.data["changed"] != false ||
				again.field("run") != first.field("run") {
				t.Errorf("%v", again.data)
			}
			a.ok("get_server_logs", given{"server": dir + "/web"}).says("listening on", "untrusted output", "cursor "+
				first.field("run"))
			a.ok("get_server_logs", given{"server": "web", "since": "last"}).says("nothing new")
			if r := a.ok("restart_server", given{"server": "web"}); r.field("run") == first.field("run") {
				t.Errorf("%v", r.data)
			}
			a.ok("get_server_logs", given{"server": "web", "since": "last"}).says("listening on")
			if r := a.ok("stop_server", given{"server": "web"}); r.field("state") != "stopped" {
				t.Errorf("%v", r.data)
			}
			events, err := w.history.Query(history.Query{Actor: "tester"})
			if err != nil || len(events) != 4 || events[3].Action != "start" || events[3].Actor.Kind != "mcp" {
				t.Errorf("%v %+v", err, events)
			}
		})
	}
}

func TestFailedStartNamesCauseAndNextStep(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agent("/mcp/p/shop", false)
	r := a.fails("exited", "start_server", given{"server": "bad"}, "code: 7", "the database is missing", "diagnose",
		"viewer_url")
	if r.field("run") == "" || !strings.HasPrefix(r.field("viewer_url"), w.url()) {
		t.Errorf("%v", r.data)
	}
	a.ok("wait_for", given{"server": "bad", "until": "exit"})
	a.ok("diagnose", given{"server": "bad"}).says("state: failed", "findings", "the database is missing")
	a.ok("list_projects", given{"state": "failed"}).says("shop/bad", "exited with code 7")
}

func TestTimedOutWaitIsNotAnError(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agent("/mcp", true)
	r := a.ok("start_server", given{"server": "slow", "timeout_s": 5})
	if r.field("state") != "starting" || r.field("cursor") == "" {
		t.Errorf("%v", r.data)
	}
	r.says("wait_for", "working")
	if r = a.ok("wait_for", given{"server": "slow", "until": "ready", "timeout_s": 1}); r.data["met"] != false {
		t.Errorf("%v", r.data)
	}
	if r = a.ok("wait_for", given{"server": "slow", "until": "log", "pattern": "^work"}); r.data["met"] != true {
		t.Errorf("%v", r.data)
	}
	if r = a.ok("wait_for", given{"server": "slow", "until": "quiet"}); r.data["met"] != true {
		t.Errorf("%v", r.data)
	}
	if r = a.ok("wait_for", given{"server": "web", "until": "ready"}); r.data["met"] != false {
		t.Errorf("nobody has started it: %v", r.data)
	}
}

func TestUnknownNameListsChoices(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.project("shop", shop)
	w.project("blog", "servers:\n  web: {command: FC echo}\n  feed: {command: FC echo}\n")
	a := w.agent("/mcp", false)
	a.fails("invalid", "stop_server", given{"server": "web"}, "shop/web", "blog/web")
	a.fails("not_found", "stop_server", given{"server": "wbe"}, "shop/web", "list_projects")
	a.fails("not_found", "stop_server", given{"server": "shop/wbe"}, "chat")
	a.fails("not_found", "start_server", given{"server": "cart/web"}, "shop", "action=propose")
	a.ok("stop_server", given{"server": "feed"})
	for _, args := range []given{{"server": "web", "project": dir}, {"server": "web", "project": dir + "/"},
		{"server": dir + "/web"}} {
		if r := a.ok("stop_server", args); r.field("server") != "shop/web" {
			t.Errorf("%v: %v", args, r.data)
		}
	}
	if r := w.agent("/mcp/p/blog", false).ok("stop_server", given{"server": "web"}); r.field("server") != "blog/web" {
		t.Errorf("%v", r.data)
	}
}

func TestWrongArgumentsAreExplained(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agent("/mcp", false)
	a.fails("invalid", "start_server", given{"server": "web", "force": "x", "timeout_s": "soon"}, `no argument "force"`,
		"timeout_s must be a whole number")
	a.ok("start_server", given{"server": "web", "timeout_s": 46}).says("timeout_s must be between 0 and 45: 45 is used")
	a.fails("invalid", "wait_for", given{"server": "web", "until": "later"}, "ready, exit, log, quiet or rebuild")
	a.fails("invalid", "get_server_logs", given{"server": "web", "since": "yesterday"}, "5m")
	a.fails("invalid", "get_server_logs", given{"server": "web", "level": "loud"}, "error, warn, info or debug")
	a.fails("invalid", "start_server", given{"server": "lines"}, "run_task")
	a.fails("invalid", "run_task", given{"task": "web"}, "start_server")
}

func TestAnswersNameTheCommandForThePerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.declare("new one", "servers:\n  web: {command: FC echo}\n")
	w.must(os.WriteFile(dir+"/devservers.yml", []byte("project: new-one\nservers:\n  web: {command: python3 x.py}\n"),
		0o600))
	a := w.agent("/mcp", false)
	a.ok("list_projects", nil).says("action=propose")
	a.fails("not_found", "start_server", given{"server": dir + "/web"}, "action=propose")
	_, _, err := w.Sup.Register(dir)
	w.must(err)
	a.fails("needs_human", "start_server", given{"server": "web"}, "devservers trust '"+dir+"'")
	a.ok("list_projects", nil).says("not trusted", "devservers trust")
}

func TestPinnedServerIsLeftAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agent("/mcp", false)
	a.ok("start_server", given{"server": "chat"})
	_, err := w.Sup.Pin(app.Ref{Project: "shop", Name: "chat"}, true, app.Actor{Kind: "ui"})
	w.must(err)
	for _, tool := range []string{"stop_server", "restart_server"} {
		a.fails("needs_human", tool, given{"server": "chat"}, "pinned", "ui", "devservers unpin shop/chat")
	}
	if r := a.ok("start_server", given{"server": "chat"}); r.data["pinned"] != true {
		t.Errorf("%v", r.data)
	}
}

func TestTaskReturnsResultOrRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agent("/mcp", false)
	a.ok("run_task", given{"task": "quick"}).says("exit_code: 3", "#1", "state: failed", "it did not work")
	a.ok("run_task", given{"task": "quick"}).says("#2")
	long := a.ok("run_task", given{"task": "long", "wait_s": 0})
	long.says("get_runs", "state: running")
	a.fails("conflict", "run_task", given{"task": "long"}, "stop_server")
	a.ok("stop_server", given{"server": "long"})
	w.close(true)
	w.open()
	list := a.ok("get_runs", given{"kind": "task"})
	list.says("failed: exited with code 3", "result: stopped", "shop/quick #1", "shop/quick #2", long.field("run"),
		"mcp (tester)")
	a.ok("get_runs", given{"server": "quick", "limit": 1}).says("shop/quick")
}

func TestChangesAreRateLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", "servers:\n  chat: {command: FC echo, env: {N: none}}\n")
	a := w.agent("/mcp", true)
	for i := range 30 { // within a minute, so changes that take no time; what changes nothing is free
		a.ok("patch_config", given{"server": "chat", "set_env": given{"N": strconv.Itoa(i)}, "reason": "to count"})
	}
	a.fails("too_many", "stop_server", given{"server": "chat"}, "the next one is allowed in ")
	a.ok("list_projects", nil)
	other := w.agent("/mcp", false)
	other.fails("too_many", "stop_server", given{"server": "chat"}) // another session is the same client
}

func TestTakenPortNamesItsOwner(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other, err := net.Listen("tcp", "127.0.0.1:0")
	w.must(err)
	defer other.Close()
	port := other.Addr().(*net.TCPAddr).Port
	w.project("shop", fmt.Sprintf("servers:\n  web: {command: 'FC listen 127.0.0.1:$PORT', port: %d}\n", port))
	a := w.agent("/mcp", false)
	a.fails("port_in_use", "start_server", given{"server": "web"}, fmt.Sprint(port), fmt.Sprintf("pid: %d", os.Getpid()),
		"patch_config", "do not kill")
	a.ok("diagnose", given{"server": "web"}).says(fmt.Sprintf("PID %d", os.Getpid()))
	r := a.ok("patch_config", given{"server": "web", "port": "auto", "reason": "the declared port is taken"})
	r.says("port=auto")
	a.ok("start_server", given{"server": "web"}).says("state: ready")
}

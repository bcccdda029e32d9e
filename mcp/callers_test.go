package mcp_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
)

// window is a client that speaks the revision without sessions over plain HTTP; its helper sends a session for each of
// its windows, if it has one.
type window struct {
	*world
	credential, session, dir string
}

func (w *window) call(tool string, args given) string {
	w.T.Helper()
	params := given{"name": tool, "arguments": args, "_meta": given{
		"io.modelcontextprotocol/protocolVersion":    "2026-07-28",
		"io.modelcontextprotocol/clientInfo":         given{"name": "claude-code", "version": "2"},
		"io.modelcontextprotocol/clientCapabilities": given{},
	}}
	body, err := json.Marshal(given{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
	w.must(err)
	got := w.do("POST", "/mcp", string(body), header("Authorization", "Bearer "+w.credential),
		header("Mcp-Protocol-Version", "2026-07-28"), header("Mcp-Method", "tools/call"), header("Mcp-Name", tool),
		func(r *http.Request) {
			if w.session != "" {
				r.Header.Set("X-Devservers-Session", w.session)
			}
			if w.dir != "" {
				r.Header.Set("X-Devservers-Directory", strings.ReplaceAll(w.dir, "/", "%2F"))
			}
		})
	if got.StatusCode != 200 {
		w.T.Fatalf("%s: %d %s", tool, got.StatusCode, got.body)
	}
	var answer struct {
		Result struct{ Content []struct{ Text string } }
	}
	w.must(json.Unmarshal([]byte(got.body), &answer))
	return answer.Result.Content[0].Text
}

// killed replaces the manager by another that finds what a manager leaves that is killed now: nothing was saved at its
// end.
func (w *world) killed() {
	w.T.Helper()
	file := filepath.Join(w.Dirs.State, "mcp-callers.json")
	left, err := os.ReadFile(file)
	w.must(err)
	w.close(true)
	w.must(os.WriteFile(file, left, 0o600))
	w.open()
}

// caller is anyone of whom a test asks what they were told.
type caller struct {
	name string
	call func(tool string, args given) string
}

// TestEverythingIsToldOnceToEach: two windows of one client, a bridge, a client of each era and a person act on one
// project. Each hears of each act of the others once, whatever else it calls meanwhile, also over a manager that is
// killed.
func TestEverythingIsToldOnceToEach(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	w.project("blog", shop)
	own, _, err := w.access.Own(access.KindHelper, "claude-code")
	w.must(err)
	one, two := &window{w, own, "one", ""}, &window{w, own, "two", ""}
	legacy, modern := w.agentOf("old", "/mcp", true), w.agentOf("new", "/mcp", false)
	bridged := &window{w, token, "bridge", ""}
	text := func(a *agent) func(string, given) string {
		return func(tool string, args given) string { return a.call(tool, args).text }
	}
	callers := []caller{{"one", one.call}, {"two", two.call}, {"legacy", text(legacy)}, {"modern", text(modern)},
		{"bridge", bridged.call}}
	for _, c := range callers {
		c.call("list_projects", nil)
	}
	told := map[string]string{}
	act := map[string]func(){
		"claude-code": func() { told["one"] += one.call("start_server", given{"server": "shop/web"}) },
		"old":         func() { told["legacy"] += legacy.ok("start_server", given{"server": "shop/chat"}).text },
		"new":         func() { told["modern"] += modern.ok("run_task", given{"task": "shop/quick"}).text },
		"a person": func() {
			ref := app.Ref{Project: "shop", Name: "web"}
			_, err := history.Record(w.history, person, history.Restart, ref, nil, func() (app.Result, error) {
				return w.Sup.Restart(context.Background(), ref, supervisor.StartOptions{Actor: person})
			})
			w.must(err)
		},
	}
	want := map[string]string{"claude-code": "claude-code started shop/web", "old": "old started shop/chat",
		"new": "new ran shop/quick", "a person": "a person restarted shop/web"}
	silent := map[string]string{"one": "claude-code", "legacy": "old", "modern": "new"}
	hear := func() {
		for _, c := range callers {
			told[c.name] += c.call("list_projects", given{"project": "blog"}) // a filter moves no position
			told[c.name] += c.call("start_server", given{"server": "shop/nosuch"})
			told[c.name] += c.call("get_server_logs", given{"server": "blog/chat"})
			told[c.name] += c.call("list_projects", given{"state": "failed"})
		}
	}
	for _, who := range []string{"claude-code", "old"} {
		act[who]()
	}
	hear()
	w.killed()
	for _, who := range []string{"new", "a person"} {
		act[who]()
	}
	hear()
	hear()
	for _, c := range callers {
		for who, news := range want {
			n := strings.Count(told[c.name], news)
			if expected := map[bool]int{true: 0, false: 1}[silent[c.name] == who]; n != expected {
				t.Errorf("%s was told %q %d times, not %d:\n%s", c.name, news, n, expected, told[c.name])
			}
		}
	}
}

// TestWhatHappensDuringACallIsToldByTheNext: the order is that of ends, so a deed that began before a call and ended
// after it is news.
func TestWhatHappensDuringACallIsToldByTheNext(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agentNamed("one")
	a.ok("list_projects", nil)
	ref := app.Ref{Project: "shop", Name: "web"}
	_, err := history.Record(w.history, person, history.Restart, ref, nil, func() (struct{}, error) {
		if r := a.ok("list_projects", nil); strings.Contains(r.text, "restarted") {
			t.Errorf("it is told before its end: %s", r.text)
		}
		return struct{}{}, nil
	})
	w.must(err)
	a.ok("list_projects", nil).says("a person restarted shop/web")
}

// TestClientThatShowsBothFormsGetsOne: Copilot gives its model the text and the structured form.
func TestClientThatShowsBothFormsGetsOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	if r := w.agentNamed("GitHub Copilot CLI").ok("list_projects", nil); r.data != nil || !strings.Contains(r.text, "shop") {
		t.Errorf("%v %s", r.data, r.text)
	}
	if r := w.agentNamed("other").ok("list_projects", nil); r.data == nil {
		t.Error(r.text)
	}
}

func TestManyActsAreOneNotice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agentNamed("one")
	a.ok("list_projects", nil)
	for range 16 {
		for _, action := range []history.Action{history.Stop, history.Start} {
			_, err := history.Record(w.history, person, action, app.Ref{Project: "shop", Name: "web"}, nil,
				func() (struct{}, error) { return struct{}{}, nil })
			w.must(err)
		}
	}
	r := a.ok("list_projects", nil)
	r.says("a person stopped (x16) and started (x16) shop/web")
	if n := len(r.data["notices"].([]any)); n != 1 {
		t.Errorf("%d notices: %s", n, r.text)
	}
}

// TestWindowsReadApart: each window of a client has its own place, and a client without sessions is told that its
// windows share one.
func TestWindowsReadApart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.project("shop", shop)
	w.project("blog", "servers:\n  feed: {command: FC echo}\n")
	own, _, err := w.access.Own(access.KindHelper, "claude-code")
	w.must(err)
	one, two, shared := &window{w, own, "one", dir}, &window{w, own, "two", ""}, &window{w, own, "", ""}
	if got := one.call("start_server", given{"server": "web"}); !strings.Contains(got, "shop/web") {
		t.Fatalf("its directory does not name the project: %s", got)
	}
	last := given{"server": "shop/web", "since": "last"}
	for i, c := range []*window{one, two, shared} {
		got := c.call("get_server_logs", last)
		if !strings.Contains(got, "listening on") || strings.Contains(got, "shared") != (i == 2) {
			t.Errorf("window %d: %s", i, got)
		}
	}
	if got := shared.call("get_server_logs", last); !strings.Contains(got, "cursor") || !strings.Contains(got, "shared") {
		t.Error(got)
	}
}

// TestCrashesAreTold: once to each, also if no manager saw it.
func TestCrashesAreTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	one, two := w.agentNamed("one"), w.agentNamed("two")
	one.ok("start_server", given{"server": "chat"})
	two.ok("list_projects", nil)
	one.call("start_server", given{"server": "bad"})
	if r := one.ok("get_runs", nil); strings.Contains(r.text, "bad crashed") {
		t.Errorf("its own answer has reported it: %s", r.text)
	}
	st, err := w.Sup.Status(app.Ref{Project: "shop", Name: "chat"})
	w.must(err)
	w.close(true)
	w.must(syscall.Kill(st.PID, syscall.SIGKILL))
	w.open()
	w.Until(st.Ref(), "over", func(st app.Status) bool { return st.EndedAt != nil && !st.State.Up() })
	for _, expected := range []int{1, 0} {
		r := two.ok("get_runs", nil)
		for _, server := range []string{"shop/bad", "shop/chat"} {
			if n := strings.Count(r.text, server+" crashed"); n != expected {
				t.Errorf("%s: told %d times, not %d: %s", server, n, expected, r.text)
			}
		}
	}
}

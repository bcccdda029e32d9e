package mcp_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app/access"
	"devservers/tests/fc"
)

// tasker is a client that has tasks; can are its capabilities.
type tasker struct {
	*world
	can, credential string
}

func (w *world) tasker() tasker {
	return tasker{w, `{"elicitation":{"url":{}},"extensions":{"io.modelcontextprotocol/tasks":{}}}`, token}
}

// handled is an answer as far as it is about tasks.
type handled struct {
	Error struct {
		Code    int
		Message string
	}
	Result struct {
		ResultType, TaskID, Status, StatusMessage, RequestState string
		InputRequests                                           map[string]struct{ Params question }
		Content                                                 []struct{ Text string }
		Result                                                  struct {
			IsError bool
			Content []struct{ Text string }
		}
	}
}

// send sends a message of the revision without sessions; name is that of a tool or task.
func (c tasker) send(method, name, params string) (got handled) {
	c.T.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":{%s,"_meta":{`+
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
		`"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},`+
		`"io.modelcontextprotocol/clientCapabilities":%s}}}`, method, params, c.can)
	answer := c.do("POST", "/mcp", body, header("Mcp-Protocol-Version", "2026-07-28"), header("Mcp-Method", method),
		header("Mcp-Name", name), func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+c.credential) })
	text := answer.body
	if _, data, ok := strings.Cut(text, "data: "); ok {
		text = data
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		c.T.Fatalf("%d %s", answer.StatusCode, answer.body)
	}
	return got
}

func (c tasker) call(tool, args string) handled {
	c.T.Helper()
	return c.send("tools/call", tool, fmt.Sprintf(`"name":%q,"arguments":%s`, tool, args))
}

func (c tasker) of(verb, id, more string) handled {
	c.T.Helper()
	return c.send("tasks/"+verb, id, fmt.Sprintf(`"taskId":%q%s`, id, more))
}

// end asks for a task until it has ended.
func (c tasker) end(id string) (got handled) {
	c.T.Helper()
	fc.Until(c.T, "it ends", func() bool { got = c.of("get", id, ""); return got.Result.Status != "working" }, &got)
	return got
}

// TestLongCallsAreTasks: in a client that has them, and over a manager that is killed; for that client alone.
func TestLongCallsAreTasks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.project("shop", strings.Replace(shop, "tasks:\n", "tasks:\n  wait: {command: /bin/sh wait.sh}\n", 1))
	w.written(filepath.Join(dir, "wait.sh"), "while [ ! -e go ]; do sleep 0.05; done\n")
	c := w.tasker()
	var got handled
	fc.Until(t, "a short call is no task", func() bool { // on a busy machine, it may be a long one
		got = c.call("run_task", `{"task":"quick"}`)
		return got.Result.TaskID == "" && len(got.Result.Content) == 1
	}, &got)
	got = c.call("run_task", `{"task":"wait"}`)
	id := got.Result.TaskID
	if got.Result.ResultType != "task" || got.Result.Status != "working" || id == "" {
		t.Fatalf("%+v", got)
	}
	if got = c.of("get", id, ""); got.Result.ResultType != "complete" || !strings.Contains(got.Result.StatusMessage, "shop/wait") {
		t.Errorf("%+v", got)
	}
	other, _, err := w.access.Own(access.KindHelper, "other")
	w.must(err)
	stranger, old := c, c
	stranger.credential, old.can = other, "{}"
	for name, one := range map[string]struct {
		got  handled
		code int
	}{
		"of another": {stranger.of("get", id, ""), -32602}, "of nobody": {c.of("get", "x", ""), -32602},
		"undeclared":        {old.of("get", id, ""), -32021},
		"undeclared cancel": {old.of("cancel", id, ""), -32021},
		"undeclared listen": {old.send("subscriptions/listen", "", `"notifications":{"taskIds":["x"]}`), -32021},
		"another name":      {c.send("tasks/get", "x", `"taskId":"`+id+`"`), -32020},
	} {
		if one.got.Error.Code != one.code {
			t.Errorf("%s: %+v", name, one.got)
		}
	}
	w.killed()
	if got = c.of("get", id, ""); got.Result.Status != "working" {
		t.Errorf("%+v", got)
	}
	w.written(filepath.Join(dir, "go"), "")
	got = c.end(id)
	if got.Result.Status != "completed" || len(got.Result.Result.Content) != 1 ||
		!strings.Contains(got.Result.Result.Content[0].Text, "state: succeeded") {
		t.Errorf("%+v", got)
	}
	if runs := w.agent("/mcp", false).ok("get_runs", given{"server": "shop/wait"}); strings.Count(runs.text, "- run:") != 1 {
		t.Errorf("it ran again: %s", runs.text)
	}
}

// TestTaskIsCancelled: its waiting ends, and nothing else.
func TestTaskIsCancelled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	c := w.tasker()
	id := c.call("run_task", `{"task":"long"}`).Result.TaskID
	if got := c.of("cancel", id, ""); got.Error.Code != 0 {
		t.Errorf("%+v", got)
	}
	if got := c.of("get", id, ""); got.Result.Status != "cancelled" {
		t.Errorf("%+v", got)
	}
	w.agent("/mcp", false).ok("get_runs", given{"server": "long"}).says("running")
}

// TestApprovalIsATask: a person may take their time.
func TestApprovalIsATask(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.Dirs.Home + "/fresh"
	w.must(os.Mkdir(dir, 0o700))
	c := w.tasker()
	args := fmt.Sprintf(`"name":"patch_config","arguments":{"action":"propose","project":%q,`+
		`"content":"project: fresh\nservers:\n  web: {command: make}\n"}`, dir)
	asked := c.send("tools/call", "patch_config", args)
	if asked.Result.ResultType != "input_required" || asked.Result.TaskID != "" {
		t.Fatalf("%+v", asked)
	}
	got := c.send("tools/call", "patch_config", args+fmt.Sprintf(
		`,"requestState":%q,"inputResponses":{"person":{"action":"accept"}}`, asked.Result.RequestState))
	id := got.Result.TaskID
	if got = c.of("get", id, ""); got.Result.Status != "working" || !strings.Contains(got.Result.StatusMessage, "a person") {
		t.Fatalf("%+v", got)
	}
	w.accept()
	if got = c.end(id); got.Result.Result.IsError || !strings.Contains(got.Result.Result.Content[0].Text,
		"registered and trusted") {
		t.Errorf("%+v", got)
	}
}

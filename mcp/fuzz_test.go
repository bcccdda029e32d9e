package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// fuzzer sends generated messages to one manager over kept connections.
type fuzzer struct {
	*world
	client *http.Client
	legacy func(*http.Request) // makes a request one of the session
}

func newFuzzer(f *testing.F) *fuzzer {
	w := newWorld(f)
	w.project("shop", "servers:\n  web: {command: FC echo}\ntasks:\n  quick: {command: FC say done}\n")
	client := &http.Client{Transport: &http.Transport{}}
	f.Cleanup(client.CloseIdleConnections)
	return &fuzzer{w, client, session(w.initialize())}
}

// enough is how long a sender waits; a longer call continues without it.
const enough = 300 * time.Millisecond

// send returns the status and the body; ok = the answer came in time.
func (f *fuzzer) send(t *testing.T, message string, edit func(*http.Request)) (status int, body string, ok bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), enough)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "POST", f.url()+"/mcp", strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(*http.Request){
		header("Authorization", "Bearer "+token), header("Content-Type", "application/json"),
		header("Accept", "application/json, text/event-stream"), edit,
	} {
		change(r)
	}
	answer, err := f.client.Do(r)
	if err == nil {
		defer answer.Body.Close()
		var data []byte
		if data, err = io.ReadAll(answer.Body); err == nil {
			return answer.StatusCode, string(data), true
		}
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("%q: %v", message, err)
	}
	return 0, "", false
}

// answered fails unless message gets an answer that follows the protocol, and the endpoint still works. body is "" if
// the answer takes longer.
func (f *fuzzer) answered(t *testing.T, message string, era func(*http.Request)) (body string) {
	t.Helper()
	status, body, _ := f.send(t, message, era)
	if status >= 500 && status != 501 || strings.Contains(body, "panic recovered") {
		t.Errorf("%q: %d %s", message, status, body)
	}
	if status, after, _ := f.send(t, ping, f.legacy); status != 200 {
		t.Fatalf("after %q: %d %s", message, status, after)
	}
	return body
}

// Whatever a client sends, the endpoint answers as the protocol demands and keeps working.
func FuzzMessages(f *testing.F) {
	for _, seed := range []string{
		hello, ping, `{}`, `[]`, `[` + ping + `]`, `null`, `{"jsonrpc":"2.0","id":null,"method":"ping"}`,
		`{"jsonrpc":"1.0","id":1}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"start_server","arguments":[1]}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","arguments":{"project":7}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}}`,
		`{"jsonrpc":"2.0","id":1e400,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`,
		`{"jsonrpc":"2.0","id":9,"result":{}}`, `{"jsonrpc":"2.0","id":9,"method":"logging/setLevel","params":{"level":"loud"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`,
		`{"jsonrpc":"2.0","id":9,"method":"logging/setLevel","params":{"level":"info"}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","_meta":{"progressToken":[1e9]}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_projects","_meta":{"progressToken":"t"}}}`,
		strings.Repeat(`{"a":`, 500), "\xff\x00",
	} {
		f.Add(seed)
	}
	fuzz := newFuzzer(f)
	f.Fuzz(func(t *testing.T, message string) {
		fuzz.answered(t, message, fuzz.legacy)
		fuzz.answered(t, message, header("Mcp-Protocol-Version", "2026-07-28"))
	})
}

// Whatever arguments a model invents, a tool answers with a result that it can read.
func FuzzArguments(f *testing.F) {
	for i, seed := range []string{
		`{}`, `{"server":"web"}`, `{"server":"shop/web"}`, `{"server":"/"}`,
		`{"server":"web","since":"edit","tail":1e3,"grep":"("}`,
		`{"query":"(?i)x{1000}","context":10}`, `{"server":"web","until":"log","pattern":"[","timeout_s":0}`,
		`{"task":"quick","wait_s":0}`,
		`{"kind":"task"}`, `{"since":"99999h"}`, `{"server":"shop/\u0000"}`,
		`{"server":"web","set_env":{"A=B":"\u202e"},"unset_env":["",null],"port":70000,"reason":" "}`, `{"all":true}`,
		`{"patch_id":"-1"}`,
	} {
		f.Add(uint8(i), seed)
	}
	fuzz := newFuzzer(f)
	names := []string{
		"list_projects", "start_server", "stop_server", "restart_server", "get_server_logs", "search_logs", "wait_for",
		"run_task",
		"get_runs", "check_edit", "get_errors", "diagnose", "patch_config", "send_input",
	}
	f.Fuzz(func(t *testing.T, tool uint8, arguments string) {
		var value any
		if json.Unmarshal([]byte(arguments), &value) != nil { // no JSON, or a number that is too large: FuzzMessages has these
			return
		}
		name := names[int(tool)%len(names)]
		message := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments +
			`}}`
		body := fuzz.answered(t, message, fuzz.legacy)
		if body != "" && (!strings.Contains(body, `"result":{`) || !strings.Contains(body, `"text":"`)) {
			t.Errorf("%s: %s", message, body)
		}
	})
}

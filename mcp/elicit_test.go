package mcp_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"devservers/app"
)

// elicits is a client that shows addresses, in either era.
type elicits struct {
	*world
	modern  bool
	session string
}

func (w *world) elicits(modern bool) elicits {
	e := elicits{world: w, modern: modern}
	if !modern {
		e.session = w.do("POST", "/mcp", strings.Replace(hello, `"capabilities":{}`,
			`"capabilities":{"elicitation":{"url":{}}}`, 1)).Header.Get("Mcp-Session-Id")
	}
	return e
}

// elicited is an answer as far as it is about elicitation.
type elicited struct {
	Error struct {
		Code int
		Data struct{ Elicitations []question }
	}
	Result struct {
		ResultType    string
		RequestState  string
		IsError       bool
		InputRequests map[string]struct{ Params question }
		Content       []struct{ Text string }
	}
}

type question struct{ Mode, URL, Message, ElicitationID string }

// call calls a tool; more is added to the parameters.
func (e elicits) call(tool, args, more string) (got elicited) {
	e.T.Helper()
	edits := []func(*http.Request){session(e.session)}
	if e.modern {
		more += `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
			`"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},` +
			`"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"url":{}}}}`
		edits = []func(*http.Request){header("Mcp-Protocol-Version", "2026-07-28"), header("Mcp-Method", "tools/call"),
			header("Mcp-Name", tool)}
	}
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":%q,"arguments":%s%s}}`, tool, args,
		more)
	answer := e.do("POST", "/mcp", body, edits...)
	text := answer.body
	if _, data, ok := strings.Cut(text, "data: "); ok {
		text = data
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		e.T.Fatalf("%d %s", answer.StatusCode, answer.body)
	}
	return got
}

// asked returns the one address that an answer wants to be shown.
func (e elicits) asked(got elicited) (q question, state string) {
	e.T.Helper()
	for _, r := range got.Result.InputRequests {
		q, state = r.Params, got.Result.RequestState
	}
	if !e.modern && got.Error.Code == -32042 && len(got.Error.Data.Elicitations) == 1 {
		q = got.Error.Data.Elicitations[0]
	}
	if q.Mode != "url" || q.ElicitationID == "" || q.Message == "" || e.modern != (got.Result.ResultType == "input_required") {
		e.T.Fatalf("%+v", got)
	}
	return q, state
}

// retry is what a client adds when the person has opened the address, or has refused.
func (e elicits) retry(state, action string) string {
	if !e.modern {
		return ""
	}
	return fmt.Sprintf(`,"requestState":%q,"inputResponses":{"person":{"action":%q}}`, state, action)
}

func TestClientsThatShowAddressesGetThem(t *testing.T) {
	for _, modern := range []bool{false, true} {
		t.Run(fmt.Sprint("modern=", modern), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			dir := w.Dirs.Home + "/fresh"
			w.must(os.Mkdir(dir, 0o700))
			e := w.elicits(modern)
			args := fmt.Sprintf(`{"directory":%q,"content":"project: fresh\nservers:\n  web: {command: make}\n"}`, dir)
			q, state := e.asked(e.call("patch_config", args, ""))
			if q.URL != w.url()+"/waiting/"+w.proposal().ID {
				t.Errorf("%+v", q)
			}
			clicked := make(chan struct{})
			go func() { // while the call waits
				defer close(clicked)
				time.Sleep(50 * time.Millisecond)
				w.accept()
			}()
			got := e.call("patch_config", args, e.retry(state, "accept"))
			<-clicked
			if got.Result.IsError || !strings.Contains(got.Result.Content[0].Text, "is registered and trusted") {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestUntrustedProjectIsShownToThePerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	v, _, err := w.Sup.Register(w.declare("shop", "servers:\n  web: {command: FC sleep 1h}\n  api: {command: FC sleep 1h}\n"))
	w.must(err)
	e := w.elicits(true)
	q, state := e.asked(e.call("start_server", `{"server":"shop"}`, ""))
	if q.URL != w.url()+"/p/shop/trust" || !strings.Contains(q.Message, "not trusted yet") {
		t.Errorf("%+v", q)
	}
	if got := e.call("start_server", `{"server":"shop"}`, e.retry(state, "decline")); !got.Result.IsError {
		t.Errorf("refused: %+v", got)
	}
	w.must(w.Sup.Files.Trust("shop", v.SHA256, app.Actor{Kind: app.ActorUI}))
	if got := e.call("start_server", `{"server":"shop"}`, e.retry(state, "accept")); got.Result.IsError {
		t.Errorf("trusted: %+v", got)
	}
}

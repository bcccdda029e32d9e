package session

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// The codes of errors of the protocol.
const (
	badParameters   = -32602
	badHeader       = -32020
	lacksCapability = -32021
)

// envelope is what is to be known of a message.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name          string                     `json:"name"`
		TaskID        string                     `json:"taskId"`
		Responses     map[string]json.RawMessage `json:"inputResponses"`
		Meta          *protocol.Meta             `json:"_meta"`
		Notifications struct {
			TaskIDs []string `json:"taskIds"`
		} `json:"notifications"`
	} `json:"params"`
	able bool // the client declares the extension
	name string
}

// read reads a message. One of an earlier revision, or one that can't be read, is none that concerns tasks.
func read(h http.Header, body []byte) (m envelope) {
	if json.Unmarshal(body, &m) != nil || !protocol.IsModernProtocol(m.Params.Meta.ProtocolVersion()) ||
		h.Get(protocol.HeaderProtocolVersion) != m.Params.Meta.ProtocolVersion() || len(m.ID) == 0 {
		return envelope{}
	}
	if client := m.Params.Meta.ClientCapabilities(); client != nil {
		_, m.able = client.Extensions[Extension]
	}
	m.name = h.Get(protocol.HeaderName)
	if h.Get(protocol.HeaderMethod) != m.Method {
		return envelope{}
	}
	return m
}

// about returns which of our methods a message is for; "" = none.
func (m envelope) about() string {
	verb, ours := strings.CutPrefix(m.Method, "tasks/")
	if ours && (verb == "get" || verb == "update" || verb == "cancel") {
		return verb
	}
	return ""
}

// ofTasks reports whether a message needs the extension.
func (m envelope) ofTasks() bool {
	return m.about() != "" || m.Method == "subscriptions/listen" && len(m.Params.Notifications.TaskIDs) > 0
}

// answer answers tasks/get, tasks/update and tasks/cancel.
func (t *Tasks) answer(w http.ResponseWriter, r *http.Request, m envelope) {
	if name, ok := protocol.DecodeHeaderValue(m.name); !ok || name != m.Params.TaskID {
		m.refuse(w, badHeader, protocol.HeaderName+" is not the taskId")
		return
	}
	one := t.find(r, m.Params.TaskID)
	if one == nil {
		m.refuse(w, badParameters, "there is no such task, or its result is no longer stored")
		return
	}
	switch m.about() {
	case "get":
		m.reply(w, one.shown("complete"))
		return
	case "update":
		one.update(r, m.Params.Responses)
	case "cancel":
		one.stop()
	}
	m.reply(w, map[string]any{"resultType": "complete"})
}

// update makes the call of a task again, once the person has answered all that it asked. What it didn't ask is ignored.
func (o *task) update(r *http.Request, responses map[string]json.RawMessage) {
	o.tasks.mu.Lock()
	defer o.tasks.mu.Unlock()
	if o.status() != asking {
		return
	}
	for name := range o.open() {
		if answer, ok := responses[name]; ok {
			o.said[name] = answer
		}
	}
	var all, params map[string]json.RawMessage
	if len(o.open()) > 0 || json.Unmarshal(o.Body, &all) != nil || json.Unmarshal(all["params"], &params) != nil {
		return
	}
	params["requestState"] = o.asks.field("requestState")
	params["inputResponses"], _ = json.Marshal(o.said)
	all["params"], _ = json.Marshal(params)
	o.Body, _ = json.Marshal(all)
	o.again(r)
}

// open returns what the person has not answered yet.
func (o *task) open() (requests map[string]json.RawMessage) {
	_ = json.Unmarshal(o.asks.field("inputRequests"), &requests)
	for name := range o.said {
		delete(requests, name)
	}
	return requests
}

// callOf returns the message that calls a tool, with the _meta of another one.
func callOf(meta json.RawMessage, tool string, arguments map[string]any) []byte {
	body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call",
		"params": map[string]any{"name": tool, "arguments": arguments, "_meta": meta}})
	return body
}

func (m envelope) reply(w http.ResponseWriter, result any) {
	write(w, http.StatusOK, map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
}

// refuse writes an error. Of a missing capability it names the one that is missing.
func (m envelope) refuse(w http.ResponseWriter, code int, text string) {
	fail := map[string]any{"code": code, "message": text}
	if code == lacksCapability {
		fail["data"] = map[string]any{"requiredCapabilities": map[string]any{
			"extensions": map[string]any{Extension: map[string]any{}}}}
	}
	write(w, http.StatusBadRequest, map[string]any{"jsonrpc": "2.0", "id": m.ID, "error": fail})
}

func write(w http.ResponseWriter, status int, v any) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

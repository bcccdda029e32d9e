package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"

	"devservers/mcp/session"
)

// ServeHTTP answers one message. GET is answered with 405, DELETE ends a session of the earlier revisions.
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer e.ending.Enter()()
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, "the message cannot be read", http.StatusBadRequest)
			return
		}
		if isModernCancel(r.Header, body) {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		if lacksSession(r.Header, body) {
			http.Error(w, mcpgo.HeaderKeySessionID+" is missing: call initialize first", http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		w, r = e.last.Watched(w, r)
	}
	if r.Method == http.MethodGet {
		w.Header().Set("Allow", "POST, DELETE")
	}
	if r.Method == http.MethodDelete {
		e.goodbye(r)
		if isBridge(r) {
			return
		}
		if _, err := e.ids.Of(session.Owner(r)).Validate(r.Header.Get(mcpgo.HeaderKeySessionID)); err != nil {
			http.Error(w, "there is no such session", http.StatusNotFound)
			return
		}
	}
	e.http.ServeHTTP(w, r)
	if id := w.Header().Get(mcpgo.HeaderKeySessionID); id != "" &&
		r.Method == http.MethodPost { // initialize alone sets it
		e.release(id)
	}
}

// message is what is to be known of a message before the library reads it.
type message struct {
	Method protocol.MCPMethod `json:"method"`
	Params struct {
		Meta *protocol.Meta `json:"_meta"`
	} `json:"params"`
}

// modern reports whether m is of the revision 2026-07-28 or later, which has no sessions.
func (m message) modern(h http.Header) bool {
	return protocol.IsModernProtocol(h.Get(protocol.HeaderProtocolVersion)) ||
		protocol.IsModernProtocol(m.Params.Meta.ProtocolVersion())
}

// lacksSession reports whether body needs a session and names none. The library would answer that there is no such
// session.
func lacksSession(h http.Header, body []byte) bool {
	var m message
	if h.Get(mcpgo.HeaderKeySessionID) != "" || json.Unmarshal(body, &m) != nil {
		return false
	}
	return m.Method != "" && m.Method != protocol.MethodInitialize && !m.modern(h)
}

// isModernCancel reports whether body is notifications/cancelled of the revision 2026-07-28. There a client cancels by
// closing its stream; the library would look for the request among those of all clients, since none has a session.
func isModernCancel(h http.Header, body []byte) bool {
	if !bytes.Contains(body, []byte(protocol.MethodNotificationCancelled)) {
		return false
	}
	var m message
	return json.Unmarshal(body, &m) == nil && m.Method == protocol.MCPMethod(protocol.MethodNotificationCancelled) &&
		m.modern(h)
}

// End ends all waiting: calls are answered with what is known. It returns when they are, or when ctx ends. What the
// calls started keeps running. Call it before the connections are closed.
func (e *Endpoint) End(ctx context.Context) {
	e.limiter.Close()
	defer e.callers.Save()
	e.ending.End(ctx)
}

package mcp

import (
	"bytes"
	"context"
	"io"
	"net/http"

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
		if session.IsModernCancel(r.Header, body) {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		if session.LacksSession(r.Header, body) {
			http.Error(w, mcpgo.HeaderKeySessionID+" is missing: call initialize first", http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	switch r.Method {
	case http.MethodGet:
		w.Header().Set("Allow", "POST, DELETE")
	case http.MethodDelete:
		e.goodbye(r)
		if session.IsBridge(r) {
			return
		}
		if _, err := e.ids.Of(session.Owner(r)).Validate(r.Header.Get(mcpgo.HeaderKeySessionID)); err != nil {
			http.Error(w, "there is no such session", http.StatusNotFound)
			return
		}
	}
	e.tasks.ServeHTTP(w, r)
}

// answer answers a message by the library.
func (e *Endpoint) answer(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		w, r = e.last.Watched(w, r)
	}
	e.http.ServeHTTP(w, r)
	if id := w.Header().Get(mcpgo.HeaderKeySessionID); id != "" &&
		r.Method == http.MethodPost { // initialize alone sets it
		e.release(id)
	}
}

// End ends all waiting: calls are answered with what is known. It returns when they are, or when ctx ends. What the
// calls started keeps running. Call it before the connections are closed.
func (e *Endpoint) End(ctx context.Context) {
	e.limiter.Close()
	e.tasks.Close()
	defer e.callers.Save()
	e.ending.End(ctx)
}

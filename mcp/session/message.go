package session

import (
	"bytes"
	"encoding/json"
	"net/http"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
)

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

// LacksSession reports whether body needs a session and names none. The library would answer that there is no such
// session.
func LacksSession(h http.Header, body []byte) bool {
	var m message
	if h.Get(mcpgo.HeaderKeySessionID) != "" || json.Unmarshal(body, &m) != nil {
		return false
	}
	return m.Method != "" && m.Method != protocol.MethodInitialize && !m.modern(h)
}

// IsModernCancel reports whether body is notifications/cancelled of the revision 2026-07-28. There a client cancels by
// closing its stream; the library would look for the request among those of all clients, since none has a session.
func IsModernCancel(h http.Header, body []byte) bool {
	if !bytes.Contains(body, []byte(protocol.MethodNotificationCancelled)) {
		return false
	}
	var m message
	return json.Unmarshal(body, &m) == nil && m.Method == protocol.MCPMethod(protocol.MethodNotificationCancelled) &&
		m.modern(h)
}

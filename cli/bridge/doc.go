// Package bridge carries MCP messages between standard input and output and the manager's endpoint, byte by byte. It
// knows no tools, so it can't differ from the endpoint. It owns the session with the client, across restarts of the
// manager.
package bridge

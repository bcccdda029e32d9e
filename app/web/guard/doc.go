// Package guard decides which requests the manager serves. It checks the connection's user, Host, Origin, method,
// credential and body of every request before any handler sees it, and reports afterwards who sent it. It owns the
// sessions of browsers. It is independent of handlers and the supervisor.
package guard

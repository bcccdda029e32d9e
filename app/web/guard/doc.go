// Package guard decides which requests the manager serves. It checks the connection's user, Host, Origin, method,
// credential and body of every request before any handler sees it, and knows afterwards who sent it. It owns the
// sessions of browsers. It knows no handler and no supervisor.
package guard

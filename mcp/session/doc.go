// Package session has what the protocol's library lacks for sessions: ids that outlive the manager (IDs), a bounded set
// of names (Recent), and notifications that arrive before the answer that they belong to (LastWord). It knows nothing
// of tools and servers.
package session

// Package session has what the protocol's library lacks for sessions: ids that outlive the manager (IDs), a bounded set
// of names (Recent), notifications that arrive before the answer that they belong to (LastWord), and tasks: for clients
// of the revision 2026-07-28 that declare the extension io.modelcontextprotocol/tasks, calls that take long. Such a
// client gets a handle, and asks for the result until it is there. A task outlives connections and managers: the next
// manager makes its call again, or the one that Resume has named. The package knows nothing of tools and servers.
package session

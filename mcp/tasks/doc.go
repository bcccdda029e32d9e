// Package tasks turns calls that take long into tasks, for clients of the revision 2026-07-28 that declare the
// extension io.modelcontextprotocol/tasks, which the protocol's library lacks: such a client gets a handle, and asks
// for the result until it is there. A task outlives connections and managers: the next manager makes its call again,
// or the one that Resume has named. The package knows nothing of tools and servers.
package tasks

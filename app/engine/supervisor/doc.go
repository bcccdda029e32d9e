// Package supervisor keeps servers and tasks in the state that requests want. Requests change the wanted state. One
// goroutine for each server changes the actual state and oversees each of its runs to the end. All waiters use Changes.
//
// It owns the wanted state and facts of each server, the events, pins, restarts, and the meter of load and memory. It
// doesn't know what runs print, what an edit did, or why something failed: the packages logs, edits and why build on it
// for that.
package supervisor

// Package supervisor keeps runs as wanted. Requests change what is wanted of a server; one goroutine for each server
// changes what is so, and sees each of its runs to the end. All who wait use Changes.
//
// It owns want and facts of each server, the events, pins, restarts, and the meter of load and memory. It doesn't know
// what runs print, what an edit did, or why something failed: logs, edits and why are above it.
package supervisor

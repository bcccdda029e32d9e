// Package history records who did what: one entry for each request of a person, an agent or a script, with its result.
// It owns the files history.jsonl and history.jsonl.1 to .4. It is independent of servers; the doors decide what to
// record.
package history

// Package history records who did what, one entry for each request of a person, an agent or a script with its result,
// and keeps the runs that have ended. It owns history.jsonl, its older parts, and the folders of runs. It tells the
// person: with hooks of config.yml and desktop notices when servers become ready, end or print errors. That reads the
// events of the supervisor, so no server waits for it.
package history

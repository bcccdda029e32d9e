// Package notify runs a person's own commands, the hooks of config.yml, and shows desktop notices when servers become
// ready, end or print errors. It reads the events of the Supervisor, so no server waits for it. It owns the jobs that
// run and the notices that wait, and writes no files.
package notify

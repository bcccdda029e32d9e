// Package run is one life of a server's or task's command: the holder process that owns it, and the manager's
// handle on that holder.
//
// The holder (`devservers hold`, the same binary) opens the terminal, starts the command in a session of its own,
// copies what it prints into the transcript, and writes how it ended. It outlives the manager. The manager speaks to
// it over a socket in the run's folder and keeps a second descriptor of the terminal, so that even the death of the
// holder loses no byte: what the dead one had read stands in the transcript's journal, the rest is still in the
// terminal.
//
// Who belongs to a run: all descendants of the holder (it is a child subreaper, so nobody escapes by setsid or a
// double fork), and every process that carries DEVSERVERS_RUN=<id>. Who is signalled: only a process whose start
// time was looked at through the descriptor that carries the signal.
//
// The package knows no projects, configuration, ports or HTTP. It imports little: all that it imports is initialised
// in each holder.
package run

// Package run is one life of a server's or task's command: the manager's handle on the holder process that owns it.
//
// The holder (package holder: `devservers hold`, the same binary) opens the terminal, starts the command on it, copies
// its output into the transcript, and records how it ended. It is the session leader of the terminal. It outlives the
// manager. The manager talks to it over a socket in the run's folder and keeps a second descriptor of the terminal. So
// even the death of the holder loses no byte while a manager lives: what the holder had read is in the transcript's
// journal, and the rest is still in the terminal.
//
// A run's process tree is all descendants of the holder (a child subreaper, so nothing escapes by setsid or a double
// fork), and every process that carries DEVSERVERS_RUN=<id>. Only a process whose start time was checked through the
// descriptor that carries the signal is ever signaled.
//
// The package knows nothing of projects, configuration, ports or HTTP.
package run

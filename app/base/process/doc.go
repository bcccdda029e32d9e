// Package process finds, identifies, measures and signals processes of this machine. A process is identified by boot,
// PID and start time, and only a process whose start time was checked is ever signalled.
//
// A run's process tree is all descendants of its holder and every process that carries Marker with the run's id. The
// package knows nothing else of runs, and keeps nothing. Every holder initialises it, so it has few imports.
package process

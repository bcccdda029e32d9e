// Package process finds, identifies, measures and signals processes of this machine. A process is identified by boot,
// PID and start time, and only a process whose start time was checked is ever signaled.
//
// A run's process tree is all descendants of its holder and every process that carries Marker with the run's id. The
// package is independent of runs otherwise, and has no state. Every holder initializes it, so it has few imports.
package process

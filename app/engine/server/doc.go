// Package server is one server or task: what is wanted of it, the facts, and the rules that follow from both. It starts
// no goroutine and has no lock: its owner, the supervisor, calls it under its own. The stores beside it (Pins,
// Restarts, Outcomes, Machine) have locks of their own.
package server

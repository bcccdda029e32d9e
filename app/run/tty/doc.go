// Package tty opens the terminal or pipe that a run's command prints into, and reads, types and prints there. It knows
// descriptors alone, no run. A holder initialises it, so it imports little.
package tty

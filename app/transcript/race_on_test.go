//go:build race

package transcript

// killRounds is small: a child with the race detector takes a third of a second to start.
const killRounds = 25

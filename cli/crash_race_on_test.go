//go:build race

package cli

// usualRounds of the crash test: the race detector makes each take four times as long.
const usualRounds = 50

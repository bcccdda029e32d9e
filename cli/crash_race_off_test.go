//go:build !race

package cli

// usualRounds of the crash test.
const usualRounds = 200

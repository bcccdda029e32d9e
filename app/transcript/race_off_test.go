//go:build !race

package transcript

const killRounds = 200

//go:build crash

package transcript

const killRounds = 200

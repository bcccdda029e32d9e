//go:build !crash

package transcript

// killRounds is small: make -f templ.mk crash does them all.
const killRounds = 20

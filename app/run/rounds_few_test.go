//go:build !crash

package run

// ackRounds is small: make -f templ.mk crash does them all.
const ackRounds = 6

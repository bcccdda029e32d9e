//go:build !crash

package cli

// twentyRounds is small: make -f templ.mk crash does them all.
const twentyRounds = 4

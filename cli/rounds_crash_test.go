//go:build crash

package cli

const twentyRounds = 20

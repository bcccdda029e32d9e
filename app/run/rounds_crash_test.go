//go:build crash

package run

const ackRounds = 60

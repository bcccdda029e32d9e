//go:build !race

package fc

// Fewer divides how much tests do that need much of it.
const Fewer = 1

func hurry() error { return nil }

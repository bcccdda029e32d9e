//go:build !race

package fc

// perProcessor is how many tests run at once for each processor.
const perProcessor = 4

// Fewer divides how much tests do that need much of it.
const Fewer = 1

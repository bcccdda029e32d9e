//go:build race

package fc

// perProcessor is how many tests run at once for each processor. The race detector makes all of them compute more.
const perProcessor = 2

// Fewer divides how much tests do that need much of it: the race detector finds in a tenth what it finds in all.
const Fewer = 10

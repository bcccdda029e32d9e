//go:build race

package fc

// perProcessor is how many tests run at once for each processor. The race detector makes all of them compute more.
const perProcessor = 2

//go:build !race

package fc

// perProcessor is how many tests run at once for each processor.
const perProcessor = 4

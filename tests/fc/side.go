//go:build !race && !real && !crash

package fc

// perProcessor is how many tests run at once for each processor.
const perProcessor = 8

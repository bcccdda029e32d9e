//go:build !race && (real || crash)

package fc

// perProcessor is how many tests run at once for each processor. Real servers and rounds of kills compute more.
const perProcessor = 4

//go:build race

package fc

import "os"

// perProcessor is how many tests run at once for each processor. The race detector makes all of them compute more.
const perProcessor = 2

// Fewer divides how much tests do that need much of it: the race detector finds in a tenth what it finds in all.
const Fewer = 10

// hurry lets processes that tests start end without the second's sleep for races that are yet to be found.
func hurry() error { return os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=0") }

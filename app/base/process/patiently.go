package process

import (
	"errors"
	"slices"
	"syscall"
	"time"
)

// Pause is how long Patiently waits between two attempts.
const Pause = 50 * time.Millisecond

// Patiently calls do again while it fails for lack of descriptors, or with one of these errors, and returns its last
// error. It gives up after limit; 0 = never.
func Patiently(limit time.Duration, do func() error, passing ...error) error {
	for began := time.Now(); ; time.Sleep(Pause) {
		err := do()
		passes := OutOfFiles(err) || slices.ContainsFunc(passing, func(p error) bool { return errors.Is(err, p) })
		if !passes || limit > 0 && time.Since(began) >= limit {
			return err
		}
	}
}

// OutOfFiles reports whether err means that this process or the machine can't open another file: EMFILE or ENFILE of
// open(2).
func OutOfFiles(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

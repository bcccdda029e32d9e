package supervisor

import (
	"context"
	"iter"
)

// Changes yields at once, and again after each change of any status or project, until ctx ends. A change during the
// loop's body is not missed: the next turn follows at once. Use it to wait for something:
//
//	for range s.Changes(ctx) {
//		if … { return nil }
//	}
//	return ctx.Err()
//
// The body also runs once if ctx has already ended, so that a condition that holds now is found.
func (s *Supervisor) Changes(ctx context.Context) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		for {
			changed := s.Changed() // before the look, so that nothing is missed
			if !yield(struct{}{}) {
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}
}

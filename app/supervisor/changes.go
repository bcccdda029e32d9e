package supervisor

import (
	"context"
	"iter"
)

// Changes yields at once, and again after each change of any status or project, until ctx ends. A change that comes
// while the loop's body looks is not missed: the next turn follows at once. It is the way to wait for something:
//
//	for range s.Changes(ctx) {
//		if … { return nil }
//	}
//	return ctx.Err()
//
// The body is also run once when ctx has ended already, so that what is so now is found.
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

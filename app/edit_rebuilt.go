package app

import (
	"context"
	"time"
)

// Rebuilt waits for a clear verdict on an edit that was made just now or is still to come, and says what it is in one
// sentence.
func (s *Supervisor) Rebuilt(ctx context.Context, ref Ref) (*Verdict, string, error) {
	began := time.Now()
	for range s.Changes(ctx) {
		page, err := s.AwaitEdit(ctx, ref.Project, ref.Name)
		if err != nil {
			return nil, "", err
		}
		if v := page.Of(ref); v != nil && page.Edit.At.After(began.Add(-editRecent)) && v.State != VerdictPending {
			return v, page.Edit.says() + ": " + v.Message, nil
		}
	}
	return nil, "", ctx.Err()
}

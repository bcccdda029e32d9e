package cli

import (
	"context"
	"strings"

	"devservers/cli/view"
)

// askRemoved asks a person whether to stop what runs of git worktrees that were removed, and to forget them.
func askRemoved(ctx context.Context, s *Session) error {
	p := s.Program
	if !p.Person() || p.JSON {
		return nil
	}
	for _, v := range s.currentFirst() {
		up := view.Up(v.Members())
		if !v.Removed || len(up) == 0 || !p.Ask(ctx, "The worktree "+v.Path+" was removed. Stop "+
			strings.Join(view.Refs(up), ", ")+", and forget it?") {
			continue
		}
		if err := forgetProject(ctx, p, s.Client, v.ID); err != nil {
			return err
		}
	}
	return nil
}

package cli

import (
	"context"
	"net/http"
	"strings"

	"devservers/cli/client"
	"devservers/cli/view"
)

// askRemoved asks a person whether to stop what runs of git worktrees that were removed, and to forget them.
func askRemoved(ctx context.Context, s *Session) error {
	p := s.Program
	if !p.Person() || p.JSON {
		return nil
	}
	for _, v := range s.CurrentFirst() {
		up := view.Up(v.Members())
		if !v.Removed || len(up) == 0 || !p.Ask(ctx, "The worktree "+v.Path+" was removed. Stop "+
			strings.Join(view.Refs(up), ", ")+", and forget it?") {
			continue
		}
		r := client.Request{Method: http.MethodDelete, Path: client.ProjectPath(v.ID), Wait: client.StopWait}
		if err := p.Call(ctx, s.Client, "stopping what runs of "+v.ID, r, nil); err != nil {
			return err
		}
	}
	return nil
}

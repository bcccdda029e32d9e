package cli

import (
	"context"
	"net/http"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/cli/client"
	"devservers/cli/view"
)

func registerCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "register [DIR]",
		Short: "Register a project",
		Long:  "Register the project in DIR, or in this directory or a parent, with the manager. Nothing in it is run.",
		Args:  atMost(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return register(cmd.Context(), p, args) },
	}
}

func register(ctx context.Context, p *Program, args []string) error {
	if len(args) > 0 {
		p.Named = p.absolute(args[0])
	}
	_, here, err := p.here(ctx)
	if err != nil {
		return err
	}
	return p.show(here, func() string { return p.view().Project(here) })
}

func forgetCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "forget PROJECT",
		Short: "Stop a project's servers and forget it",
		Long: `Stop a project's servers and forget it. Its files, the output of its servers and your trust in its devservers.yml
stay. A command in its directory registers it again.`,
		Args:              exactlyOne("the project to forget"),
		ValidArgsFunction: p.Complete().Projects,
		RunE:              connected(p, forget),
	}
}

func forget(ctx context.Context, p *Program, c *client.Client, args []string) error {
	name := args[0]
	if isPath(name) {
		name = p.absolute(name)
	}
	ref, err := c.Resolve(ctx, name, "")
	if err == nil && ref.Name != "" {
		err = app.Failf(app.CodeInvalid, "name a project", "%s is not a project", ref)
	}
	if err != nil {
		return err
	}
	id := ref.Project
	var v app.ProjectView
	if err := c.Get(ctx, client.ProjectPath(id), nil, &v); err != nil {
		return err
	}
	if err := forgetProject(ctx, p, c, id); err != nil {
		return err
	}
	did := p.view().Paint(view.Bold, id) + " is forgotten"
	stopped := words.Each(view.Up(v.Members()), func(st app.Status) string { return st.Name })
	if len(stopped) > 0 {
		did += ", and " + words.And(stopped) + " stopped"
	}
	return p.Done(map[string]any{"forgotten": id, "stopped": stopped}, did+
		"; its files, its output and your trust stay: devservers prune removes the output")
}

// forgetProject stops a project's servers and forgets it.
func forgetProject(ctx context.Context, p *Program, c *client.Client, id string) error {
	r := client.Request{Method: http.MethodDelete, Path: client.ProjectPath(id), Wait: client.StopWait}
	return p.call(ctx, c, "stopping what runs of "+id, r, nil)
}

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

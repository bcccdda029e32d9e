package cli

import (
	"context"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

type downOptions struct{ keep, remove, force bool }

func downCommand(p *Program) *cobra.Command {
	var o downOptions
	cmd := &cobra.Command{
		Use:   "down [PROJECT] BRANCH",
		Short: "Remove the environment of a branch: its servers, data and worktree",
		Long: `Remove an environment: stop its servers, run the tasks of worktree: cleanup:, drop its data, its containers and
volumes, and remove the worktree if devservers made it. The branch stays. It refuses to lose work that is in no commit,
and lists what it removed. The same command finishes what was interrupted in any step.`,
		Example:           "  devservers down feature/login\n  devservers down shop@feature-login",
		Args:              branchArgument("the branch or the id of its environment", "stop"),
		ValidArgsFunction: p.Complete().environments,
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd.Context(), p, p.branchOf(args))
		},
	}
	cmd.Flags().BoolVar(&o.keep, "keep", false, "leave the worktree")
	cmd.Flags().BoolVar(&o.remove, "remove", false, "remove the worktree also if git, an editor or an agent made it")
	cmd.Flags().BoolVar(&o.force, "force", false, "discard uncommitted work, and don't stop at a cleanup that fails")
	cmd.MarkFlagsMutuallyExclusive("keep", "remove")
	return cmd
}

func (o downOptions) run(ctx context.Context, p *Program, name string) error {
	s, here, err := p.here(ctx)
	if err != nil {
		return err
	}
	if isPath(name) {
		name = p.absolute(name)
	}
	var env app.Environment
	r := client.Request{Method: http.MethodPost, Path: client.ProjectPath(here.ID) + "/environment/remove",
		Body: map[string]any{"name": name, "keep": o.keep, "remove": o.remove, "force": o.force}, Wait: time.Minute}
	if err := s.Call(ctx, r, &env); err != nil {
		return err
	}
	home := here.ID
	if env.Path == here.Path { // it asks about itself, which is about to be forgotten
		host, _, _ := app.CutHost(here.ID)
		home = app.OnHost(host, env.Main)
	}
	env, err = awaitEnvironment(ctx, s, home, env)
	if err != nil {
		return err
	}
	return p.show(env, func() string { return drawGone(p.view(), env) })
}

func drawGone(v view.View, env app.Environment) string {
	end := " is gone\n"
	if env.State != app.EnvironmentRemoved { // its checkout stays
		end = " has nothing of its own left\n"
	}
	text := v.Done() + " " + v.Paint(view.Bold, env.ID) + end
	for _, what := range env.Removed {
		text += v.Hang("  ", view.Plain(what), 4)
	}
	return text
}

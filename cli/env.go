package cli

import (
	"context"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/cli/client"
	"devservers/cli/view"
)

type envOptions struct{ explain, all bool }

func envCommand(p *Program) *cobra.Command {
	var o envOptions
	cmd := &cobra.Command{
		Use:   "env NAME",
		Short: "Show the environment of a server's next start",
		Long: `Show the environment that the next start of a server or task gets: from devservers.yml, its env files, set-env and
devservers itself. With --all, also the variables inherited from your shell. Values that look like secrets are masked.`,
		Example:           "  devservers env web --explain",
		Args:              exactlyOne("a server or task"),
		ValidArgsFunction: p.Complete().All,
		RunE:              func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), p, args[0]) },
	}
	cmd.Flags().BoolVar(&o.explain, "explain", false, "show the source of each variable and the values that it replaces")
	cmd.Flags().BoolVarP(&o.all, "all", "a", false, "include variables inherited from the shell")
	return cmd
}

func (o envOptions) run(ctx context.Context, p *Program, name string) error {
	s, st, err := p.target(ctx, name)
	if err != nil {
		return err
	}
	list := []app.EnvVariable{}
	if err := s.Get(ctx, client.ServerPath(st)+"/env", nil, &list); err != nil {
		return err
	}
	shown := words.Only(list, func(variable app.EnvVariable) bool { return o.all || !variable.Inherited() })
	return p.show(shown, func() string {
		if o.explain {
			return p.view().Variables(shown)
		}
		return view.Assignments(shown)
	})
}

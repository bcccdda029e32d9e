package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
)

type setEnvOptions struct {
	change  app.Change
	restart bool
}

func setEnvCommand(p *Program) *cobra.Command {
	var o setEnvOptions
	cmd := &cobra.Command{
		Use:   "set-env SERVER [NAME=VALUE...]",
		Short: "Change a server's environment or port without touching devservers.yml",
		Long: `Change a server's environment or port from its next start on. The changes are stored outside devservers.yml, which is
left untouched, until reset-env removes them. Values that look like secrets are masked wherever they are shown.`,
		Example: "  devservers set-env web DEBUG=1 --restart\n" +
			"  devservers set-env api --unset SENTRY_DSN --port 8001 --reason 'the default port is taken'",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return wrongCall(cmd, "name a server")
			}
			return nil
		},
		ValidArgsFunction: p.Complete().firstServer,
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd.Context(), p, args[0], args[1:])
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.change.UnsetEnv, "unset", nil, "a variable to remove, wherever it is set; repeatable")
	f.StringVar(&o.change.Port, "port", "", "the port: a number, or auto")
	f.StringVar(&o.change.Reason, "reason", "set by hand", "the reason, in one sentence")
	f.BoolVar(&o.restart, "restart", false, "restart the server if it is running")
	return cmd
}

func (o setEnvOptions) run(ctx context.Context, p *Program, name string, pairs []string) error {
	o.change.SetEnv = map[string]string{}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok {
			return app.Failf(app.CodeInvalid, "write NAME=value; --unset NAME removes one", "%q is not NAME=VALUE", pair)
		}
		o.change.SetEnv[name] = value
	}
	s, st, err := p.target(ctx, name)
	if err != nil {
		return err
	}
	var overlay app.Overlay
	if err := s.Post(ctx, client.ServerPath(st)+"/patches", o.change, &overlay); err != nil {
		return err
	}
	return showOverlay(ctx, s, overlay, o.restart)
}

package cli

import (
	"context"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/view"
)

func restartCommand(p *Program) *cobra.Command {
	o := startOptions{action: "restart", all: true}
	cmd := &cobra.Command{
		Use:   "restart [NAME...]",
		Short: "Stop servers and start them again",
		Long: `Stop servers with their whole process trees, and start them again with the current devservers.yml.

Without a NAME: the running servers of the project.`,
		ValidArgsFunction: p.Complete().servers,
		RunE: func(cmd *cobra.Command, names []string) error {
			s, err := p.Open(cmd.Context())
			if err != nil {
				return err
			}
			return o.restart(cmd.Context(), s, names)
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o startOptions) restart(ctx context.Context, s *Session, names []string) error {
	chosen, err := o.chosen(ctx, s, names)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		chosen = view.Up(chosen)
	}
	if len(chosen) == 0 && !s.Program.JSON {
		s.Program.Printf("no server of %s is running: devservers start starts them\n", s.Current)
		return nil
	}
	if err := trustEach(ctx, s, chosen, func(app.Status) bool { return true }); err != nil {
		return err
	}
	return startAll(ctx, s, o, chosen)
}

package cli

import (
	"context"

	"github.com/spf13/cobra"

	"devservers/app"
)

func (p *program) restartCommand() *cobra.Command {
	o := startOptions{action: "restart"}
	cmd := &cobra.Command{
		Use:   "restart [NAME...]",
		Short: "Stop servers and start them again",
		Long: `Stop servers, whole process trees, and start them again as devservers.yml says now.

Without a NAME: the servers of the project that are up.`,
		ValidArgsFunction: p.completeNames,
		RunE:              func(cmd *cobra.Command, names []string) error { return p.restart(cmd.Context(), o, names) },
	}
	o.addFlags(cmd)
	return cmd
}

func (p *program) restart(ctx context.Context, o startOptions, names []string) error {
	c, s, err := p.connectAndLook(ctx)
	if err != nil {
		return err
	}
	o.all = true
	chosen, err := p.chosen(ctx, c, &s, o, names)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		chosen = up(chosen)
	}
	if len(chosen) == 0 && !p.json {
		p.Printf("nothing is up in %s\n", s.current)
		return nil
	}
	if err := p.trustAll(ctx, c, s, chosen); err != nil {
		return err
	}
	return p.startAll(ctx, c, o, chosen)
}

// up keeps the servers that live.
func up(all []app.Status) []app.Status {
	live := []app.Status{}
	for _, st := range all {
		if st.State.Up() || st.State == app.Backoff {
			live = append(live, st)
		}
	}
	return live
}

package output

import (
	"context"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/base"
	"devservers/cli/client"
)

func whyCommand(p *base.Program) *cobra.Command {
	return &cobra.Command{
		Use:   "why NAME",
		Short: "Explain what is wrong with a server, with evidence and a fix",
		Long: `Explain what is wrong with a server or task: who holds its port, which package or variable is missing, whether it waits
for input, listens on another port, ran out of memory ... Each finding comes with its evidence and the next step.
It starts nothing, and also works for running and stopped servers.`,
		Args:              base.ExactlyOne("a server or task"),
		ValidArgsFunction: p.Complete().All,
		RunE:              func(cmd *cobra.Command, args []string) error { return diagnose(cmd.Context(), p, args[0]) },
	}
}

func diagnose(ctx context.Context, p *base.Program, name string) error {
	s, st, err := p.Target(ctx, name)
	if err != nil {
		return err
	}
	var d app.Diagnosis
	if err := s.Get(ctx, client.ServerPath(st)+"/why", nil, &d); err != nil {
		return err
	}
	return p.Show(d, func() string { return p.View().Diagnosis(d) })
}

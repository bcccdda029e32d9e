package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
)

func whyCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "why [NAME...]",
		Short: "Explain what is wrong with servers, with evidence and a fix",
		Long: `Explain what is wrong with a server or task: who holds its port, which package or variable is missing, whether it waits
for input, listens on another port, ran out of memory ... Each finding comes with its evidence and the next step.
It starts nothing, and also works for running and stopped servers. For a project, or for several servers, it explains
every server with a known problem. Without a NAME: the servers and tasks of the current project.`,
		ValidArgsFunction: p.Complete().All,
		RunE:              func(cmd *cobra.Command, names []string) error { return diagnose(cmd.Context(), p, names) },
	}
}

func diagnose(ctx context.Context, p *Program, names []string) error {
	s, chosen, err := p.members(ctx, names)
	if err != nil {
		return err
	}
	all := make([]app.Diagnosis, len(chosen))
	for i, st := range chosen {
		if err := s.Get(ctx, client.ServerPath(st)+"/why", nil, &all[i]); err != nil {
			return err
		}
	}
	if len(names) == 1 && len(all) == 1 {
		return p.show(all[0], func() string { return p.view().Diagnosis(all[0]) })
	}
	wrong := slices.DeleteFunc(all, func(d app.Diagnosis) bool { return len(d.Findings) == 0 })
	return p.show(wrong, func() string { return p.view().Diagnoses(wrong) })
}

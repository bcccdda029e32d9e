package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"devservers/app"
)

func runsCommand(p *Program) *cobra.Command {
	return &cobra.Command{
		Use:   "runs [NAME...]",
		Short: "List the runs of servers and tasks",
		Long: "List the runs whose output is stored, newest first. Without a NAME: all servers and tasks of " +
			"the project.",
		ValidArgsFunction: p.Complete().All,
		RunE:              func(cmd *cobra.Command, names []string) error { return listRuns(cmd.Context(), p, names) },
	}
}

func listRuns(ctx context.Context, p *Program, names []string) error {
	s, chosen, err := p.members(ctx, names)
	if err != nil {
		return err
	}
	all, err := ofMembers[app.RunInfo](ctx, s, chosen, "runs", nil)
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, func(a, b app.RunInfo) int { return b.StartedAt.Compare(a.StartedAt) })
	return p.show(all, func() string { return p.view().Runs(all) })
}

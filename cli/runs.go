package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
)

func runsCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:               "runs [NAME...]",
		Short:             "List the runs of servers and tasks",
		Long:              "List the runs whose output is stored, newest first. Without a NAME: of all servers and tasks of the project.",
		ValidArgsFunction: completer{p}.all,
		RunE:              func(cmd *cobra.Command, names []string) error { return runs(cmd.Context(), p, names) },
	}
}

func runs(ctx context.Context, p *program, names []string) error {
	s, chosen, err := p.members(ctx, names)
	if err != nil {
		return err
	}
	all := []app.RunInfo{}
	for _, st := range chosen {
		var list []app.RunInfo
		if err := s.Get(ctx, client.RunPath(st, "runs"), nil, &list); err != nil {
			return err
		}
		all = append(all, list...)
	}
	slices.SortStableFunc(all, func(a, b app.RunInfo) int { return b.StartedAt.Compare(a.StartedAt) })
	return p.show(all, func() string { return p.view().Runs(all) })
}

func findRun(ctx context.Context, s *session, st app.Status, id string) (app.RunInfo, error) {
	var list []app.RunInfo
	if err := s.Get(ctx, client.RunPath(st, "runs"), nil, &list); err != nil {
		return app.RunInfo{}, err
	}
	at := slices.IndexFunc(list, func(run app.RunInfo) bool { return run.ID == id })
	if at < 0 {
		return app.RunInfo{}, app.Failf(app.CodeNotFound, "devservers runs "+st.Ref().String(), "run %s of %s is gone", id, st.Ref())
	}
	return list[at], nil
}

package cli

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
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

// ofMembers gets what of servers and tasks, in their order, with one request for those of a project that follow each
// other.
func ofMembers[T any](ctx context.Context, s *Session, members []app.Status, what string, query url.Values) ([]T,
	error) {
	all := []T{}
	for len(members) > 0 {
		id, names := members[0].Project, []string{}
		for len(members) > 0 && members[0].Project == id {
			names, members = append(names, members[0].Name), members[1:]
		}
		q := url.Values{"server": {strings.Join(names, ",")}}
		maps.Copy(q, query)
		var part []T
		if err := s.Get(ctx, client.ProjectPath(id)+"/"+what, q, &part); err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	return all, nil
}

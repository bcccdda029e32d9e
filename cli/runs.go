package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
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
	return p.show(all, func() string { return runsText(p.view(), all) })
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

func runsText(v view, all []app.RunInfo) string {
	if len(all) == 0 {
		return "nothing has run yet\n"
	}
	t := term.Table{Columns: []term.Column{{Title: "RUN"}, {Title: "NAME"}, {Title: "STARTED"}, {Title: "LASTED", Right: true, Rank: 1},
		{Title: "LINES", Right: true, Rank: 3}, {Title: "BY", Rank: 2}, {Title: "END"}}}
	for _, run := range all {
		t.Rows = append(t.Rows, term.Row{Cells: []string{run.ID, v.Paint(term.Bold, run.Server), v.moment(run.StartedAt), lasted(v, run),
			number(int(run.Lines)), v.Paint(term.Dim, actorText(&run.Actor)), endText(v, run)}})
	}
	return v.table(t)
}

func lasted(v view, run app.RunInfo) string {
	if run.EndedAt == nil {
		return v.age(run.StartedAt)
	}
	return words.Duration(run.EndedAt.Sub(run.StartedAt))
}

func endText(v view, run app.RunInfo) string {
	switch {
	case run.Exit == nil && run.EndedAt == nil:
		return v.Paint(term.Green, "running")
	case endedWell(run.Exit):
		return exitText(run.Exit)
	case run.Exit != nil && run.Exit.Cause == app.CauseAsked:
		return v.Paint(term.Dim, "stopped")
	}
	return v.Paint(term.Red, exitText(run.Exit))
}

package cli

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

func (p *program) runsCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "runs [NAME...]",
		Short:             "List the runs of servers and tasks",
		Long:              "List the runs whose output is kept, newest first. Without a NAME: of all servers and tasks of the project.",
		ValidArgsFunction: p.completeAll,
		RunE:              func(cmd *cobra.Command, names []string) error { return p.runs(cmd.Context(), names) },
	}
}

func (p *program) runs(ctx context.Context, names []string) error {
	c, s, err := p.connectAndLook(ctx)
	if err != nil {
		return err
	}
	chosen, err := p.members(ctx, c, &s, names)
	if err != nil {
		return err
	}
	all := []app.RunInfo{}
	for _, st := range chosen {
		var list []app.RunInfo
		if err := c.Get(ctx, client.RunPath(st, "runs"), nil, &list); err != nil {
			return err
		}
		all = append(all, list...)
	}
	slices.SortStableFunc(all, func(a, b app.RunInfo) int { return b.StartedAt.Compare(a.StartedAt) })
	if p.json {
		return p.answer(all)
	}
	p.Print(p.runsText(all))
	return nil
}

// members is what names mean; without any, all servers and tasks of the current project.
func (p *program) members(ctx context.Context, c *client.Client, s *scope, names []string) ([]app.Status, error) {
	if len(names) > 0 {
		return p.targets(ctx, c, s, names)
	}
	v, err := s.here()
	return members(v), cmp.Or[error](err, faulty(v))
}

func findRun(ctx context.Context, c *client.Client, st app.Status, id string) (app.RunInfo, error) {
	var list []app.RunInfo
	if err := c.Get(ctx, client.RunPath(st, "runs"), nil, &list); err != nil {
		return app.RunInfo{}, err
	}
	for _, run := range list {
		if run.ID == id {
			return run, nil
		}
	}
	return app.RunInfo{}, app.Failf(app.CodeNotFound, "devservers runs "+st.Ref().String(), "run %s of %s is gone", id, st.Ref())
}

func (p *program) runsText(all []app.RunInfo) string {
	if len(all) == 0 {
		return "nothing has run yet\n"
	}
	s := p.Style(p.Out)
	t := term.Table{Columns: []term.Column{{Title: "RUN"}, {Title: "NAME"}, {Title: "STARTED"}, {Title: "LASTED", Right: true, Rank: 1},
		{Title: "LINES", Right: true, Rank: 3}, {Title: "BY", Rank: 2}, {Title: "END"}}}
	for _, run := range all {
		t.Rows = append(t.Rows, term.Row{Cells: []string{run.ID, s.Paint(term.Bold, run.Server), p.moment(run.StartedAt), p.lasted(run),
			number(int(run.Lines)), s.Paint(term.Dim, actorText(&run.Actor)), p.endText(s, run)}})
	}
	return t.Render(s, p.Width(p.Out))
}

func (p *program) lasted(run app.RunInfo) string {
	if run.EndedAt == nil {
		return words.Age(p.since(run.StartedAt).Truncate(1e9))
	}
	return words.Age(run.EndedAt.Sub(run.StartedAt))
}

func (p *program) endText(s term.Style, run app.RunInfo) string {
	switch {
	case run.Exit == nil && run.EndedAt == nil:
		return s.Paint(term.Green, "runs")
	case endedWell(run.Exit):
		return "exit code 0"
	case run.Exit != nil && run.Exit.Cause == app.CauseAsked:
		return s.Paint(term.Dim, "stopped")
	}
	return s.Paint(term.Red, exitText(run.Exit))
}

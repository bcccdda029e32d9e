package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"devservers/app"
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
		if err := c.get(ctx, runPath(st, "runs"), nil, &list); err != nil {
			return err
		}
		all = append(all, list...)
	}
	slices.SortStableFunc(all, func(a, b app.RunInfo) int { return b.StartedAt.Compare(a.StartedAt) })
	if p.json {
		return p.answer(all)
	}
	p.print(p.runsText(all))
	return nil
}

// members is what names mean; without any, all servers and tasks of the current project.
func (p *program) members(ctx context.Context, c *client, s *scope, names []string) ([]app.Status, error) {
	if len(names) > 0 {
		return p.targets(ctx, c, s, names)
	}
	v, err := s.here()
	return members(v), cmpErr(err, faulty(v))
}

func findRun(ctx context.Context, c *client, st app.Status, id string) (app.RunInfo, error) {
	var list []app.RunInfo
	if err := c.get(ctx, runPath(st, "runs"), nil, &list); err != nil {
		return app.RunInfo{}, err
	}
	for _, run := range list {
		if run.ID == id {
			return run, nil
		}
	}
	return app.RunInfo{}, failf(app.CodeNotFound, "devservers runs "+st.Ref().String(), "run %s of %s is gone", id, st.Ref())
}

func (p *program) runsText(all []app.RunInfo) string {
	if len(all) == 0 {
		return "nothing has run yet\n"
	}
	s := p.style(p.out)
	t := table{columns: []column{{title: "RUN"}, {title: "NAME"}, {title: "STARTED"}, {title: "LASTED", right: true, rank: 1},
		{title: "LINES", right: true, rank: 3}, {title: "BY", rank: 2}, {title: "END"}}}
	for _, run := range all {
		t.rows = append(t.rows, row{cells: []string{run.ID, s.paint(bold, run.Server), p.moment(run.StartedAt), p.lasted(run),
			number(int(run.Lines)), s.paint(dim, actorText(&run.Actor)), p.endText(s, run)}})
	}
	return t.render(s, p.width(p.out))
}

func (p *program) lasted(run app.RunInfo) string {
	if run.EndedAt == nil {
		return age(p.since(run.StartedAt).Truncate(1e9))
	}
	return age(run.EndedAt.Sub(run.StartedAt))
}

func (p *program) endText(s style, run app.RunInfo) string {
	switch {
	case run.Exit == nil && run.EndedAt == nil:
		return s.paint(green, "runs")
	case endedWell(run.Exit):
		return "exit code 0"
	case run.Exit != nil && run.Exit.Cause == "asked":
		return s.paint(dim, "stopped")
	}
	return s.paint(red, exitText(run.Exit))
}

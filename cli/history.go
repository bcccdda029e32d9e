package cli

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"devservers/app/record/history"
)

// historyOptions are the flags of history.
type historyOptions struct {
	limit int
	since string
}

func historyCommand(p *Program) *cobra.Command {
	o := historyOptions{limit: 20}
	cmd := &cobra.Command{
		Use:   "history",
		Short: "Show who did what",
		Long:  "Show who started, stopped and changed what, with the result: people, agents and scripts. Newest last.",
		Args:  atMost(0),
		RunE:  func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), p) },
	}
	cmd.Flags().IntVarP(&o.limit, "limit", "n", o.limit, "number of newest entries")
	cmd.Flags().StringVar(&o.since, "since", "", sinceUsage)
	return cmd
}

func (o historyOptions) run(ctx context.Context, p *Program) error {
	c, err := p.Connect(ctx)
	if err != nil {
		return err
	}
	project, err := p.only(ctx, c)
	if err != nil {
		return err
	}
	q := params(map[string]string{"limit": strconv.Itoa(o.limit), "since": o.since, "target": project}, nil)
	var entries []history.Entry
	if err := c.Get(ctx, "/api/history", q, &entries); err != nil {
		return err
	}
	return p.show(entries, func() string { return p.view().History(entries) })
}

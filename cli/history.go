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
		Args:  AtMost(0),
		RunE:  func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), p) },
	}
	cmd.Flags().IntVarP(&o.limit, "limit", "n", o.limit, "number of newest entries")
	cmd.Flags().StringVar(&o.since, "since", "", SinceUsage)
	return cmd
}

func (o historyOptions) run(ctx context.Context, p *Program) error {
	c, err := p.Connect(ctx)
	if err != nil {
		return err
	}
	project, err := p.Only(ctx, c)
	if err != nil {
		return err
	}
	q := Params(map[string]string{"limit": strconv.Itoa(o.limit), "since": o.since, "target": project}, nil)
	var entries []history.Entry
	if err := c.Get(ctx, "/api/history", q, &entries); err != nil {
		return err
	}
	return p.Show(entries, func() string { return p.View().History(entries) })
}

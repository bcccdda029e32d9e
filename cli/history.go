package cli

import (
	"context"
	"strconv"

	"devservers/cli/client"
	"devservers/cli/view"

	"github.com/spf13/cobra"
)

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
		RunE:  connected(p, o.run),
	}
	cmd.Flags().IntVarP(&o.limit, "limit", "n", o.limit, "number of newest entries")
	cmd.Flags().StringVar(&o.since, "since", "", sinceUsage)
	return cmd
}

func (o *historyOptions) run(ctx context.Context, p *Program, c *client.Client, _ []string) error {
	project, err := p.only(ctx, c)
	if err != nil {
		return err
	}
	q := params(map[string]string{"limit": strconv.Itoa(o.limit), "since": o.since, "target": project}, nil)
	return listed(ctx, p, c, "/api/history", q, view.View.History)
}

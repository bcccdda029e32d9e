package cli

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app/history"
	"devservers/app/words"
	"devservers/cli/term"
)

// historyOptions are the flags of history.
type historyOptions struct {
	limit int
	since string
}

func historyCommand(p *program) *cobra.Command {
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

func (o historyOptions) run(ctx context.Context, p *program) error {
	c, err := p.connect(ctx)
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
	return p.show(entries, func() string { return historyText(p.view(), entries) })
}

func historyText(v view, entries []history.Entry) string {
	if len(entries) == 0 {
		return "no history yet\n"
	}
	t := term.Table{Columns: []term.Column{{Title: "TIME"}, {Title: "BY"}, {Title: "ACTION"}, {Title: "TARGET"},
		{Title: "TOOK", Right: true, Rank: 1}, {Title: "RESULT"}}}
	for _, e := range slices.Backward(entries) {
		result := v.Paint(term.Green, e.Result)
		if e.Result != "ok" {
			result = v.Paint(term.Red, term.Plain(e.Result))
		}
		took := words.Duration(time.Duration(e.Duration) * time.Millisecond)
		t.Rows = append(t.Rows, term.Row{Cells: []string{v.moment(e.Time), actorText(&e.Actor), string(e.Action), v.Paint(term.Bold, term.Plain(e.Target)),
			v.Paint(term.Dim, took), result}, Note: term.Plain(strings.TrimSpace(e.Detail))})
	}
	return v.table(t)
}

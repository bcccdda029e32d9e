package cli

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app/history"
	"devservers/app/words"
	"devservers/cli/term"
)

func (p *program) historyCommand() *cobra.Command {
	limit, since := 20, ""
	cmd := &cobra.Command{
		Use:   "history",
		Short: "Show who did what",
		Long:  "Show who started, stopped and changed what, and what came of it: people, agents, scripts alike. Newest last.",
		Args:  p.atMost(0),
		RunE:  func(cmd *cobra.Command, _ []string) error { return p.history(cmd.Context(), limit, since) },
	}
	cmd.Flags().IntVarP(&limit, "limit", "n", limit, "the newest N")
	cmd.Flags().StringVar(&since, "since", "", "only since then: 5m, 2h30m, 2026-08-01T15:04:05Z")
	return cmd
}

func (p *program) history(ctx context.Context, limit int, since string) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	q := url.Values{"limit": {strconv.Itoa(limit)}}
	if since != "" {
		q.Set("since", since)
	}
	if p.named != "" {
		s, err := p.look(ctx, c)
		if err != nil {
			return err
		}
		q.Set("target", s.current)
	}
	var events []history.Entry
	if err := c.Get(ctx, "/api/history", q, &events); err != nil {
		return err
	}
	if p.json {
		return p.answer(events)
	}
	p.Print(p.historyText(events))
	return nil
}

func (p *program) historyText(events []history.Entry) string {
	if len(events) == 0 {
		return "nothing has been done yet\n"
	}
	s := p.Style(p.Out)
	t := term.Table{Columns: []term.Column{{Title: "TIME"}, {Title: "BY"}, {Title: "ACTION"}, {Title: "TARGET"},
		{Title: "TOOK", Right: true, Rank: 1}, {Title: "RESULT"}}}
	for i := len(events) - 1; i >= 0; i-- {
		e := events[i]
		result := s.Paint(term.Green, e.Result)
		if e.Result != "ok" {
			result = s.Paint(term.Red, term.Plain(e.Result))
		}
		took := words.Age(time.Duration(e.Duration) * time.Millisecond)
		t.Rows = append(t.Rows, term.Row{Cells: []string{p.moment(e.Time), actorText(&e.Actor), e.Action, s.Paint(term.Bold, term.Plain(e.Target)),
			s.Paint(term.Dim, took), result}, Note: term.Plain(strings.TrimSpace(e.Detail))})
	}
	return t.Render(s, p.Width(p.Out))
}

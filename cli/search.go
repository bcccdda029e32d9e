package cli

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/logs"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

type searchOptions struct {
	ignoreCase, regex    bool
	since, until, server string
	limit                int
}

func (p *program) searchCommand() *cobra.Command {
	var o searchOptions
	cmd := &cobra.Command{
		Use:   "search QUERY",
		Short: "Search everything that was printed",
		Long:  "Search what all servers and tasks of all projects printed, in all runs that are kept, newest first.",
		Args:  p.exactly(1, "what to search for"),
		RunE:  func(cmd *cobra.Command, args []string) error { return p.search(cmd.Context(), o, args[0]) },
	}
	f := cmd.Flags()
	f.BoolVarP(&o.ignoreCase, "ignore-case", "i", false, "take upper and lower case alike")
	f.BoolVar(&o.regex, "regex", false, "QUERY is a regular expression (RE2)")
	f.StringVar(&o.since, "since", "", "only lines since then: 5m, 2h30m, 2026-08-01T15:04:05Z")
	f.StringVar(&o.until, "until", "", "only lines until then")
	f.StringVar(&o.server, "server", "", "only of servers or tasks of this name")
	f.IntVarP(&o.limit, "limit", "n", logs.DefaultHits, "the newest N hits")
	return cmd
}

func (o searchOptions) query(text string) url.Values {
	q := url.Values{"q": {text}, "limit": {strconv.Itoa(o.limit)}}
	for name, value := range map[string]string{"since": o.since, "until": o.until, "server": o.server} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if o.regex {
		q.Set("regex", "1")
	}
	if o.ignoreCase {
		q.Set("ignore_case", "1")
	}
	return q
}

func (p *program) search(ctx context.Context, o searchOptions, text string) error {
	c, err := p.connect(ctx)
	if err != nil {
		return err
	}
	q := o.query(text)
	if p.named != "" {
		s, err := p.look(ctx, c)
		if err != nil {
			return err
		}
		q.Set("project", s.current)
	}
	var page app.SearchPage
	r := client.Request{Method: http.MethodGet, Path: "/api/search", Query: q, Wait: time.Minute}
	if err := p.Spin("searching", p.json, func() error { return c.Call(ctx, r, &page) }); err != nil {
		return err
	}
	if p.json {
		return p.answer(page)
	}
	p.Print(p.hitsText(page))
	return p.searchEnd(page)
}

// hitsText groups hits of the same run under its name, in the order in which they come.
func (p *program) hitsText(page app.SearchPage) string {
	s, width := p.Style(p.Out), p.Width(p.Out)
	var b strings.Builder
	run := ""
	for _, hit := range page.Hits {
		if hit.Run != run {
			if run != "" {
				b.WriteString("\n")
			}
			run = hit.Run
			b.WriteString(s.Paint(term.Bold, hit.Server) + s.Paint(term.Dim, "  run "+hit.Run) + "\n")
		}
		head := p.moment(hit.Time) + "  " + strconv.FormatInt(hit.Seq, 10) + "  "
		b.WriteString("  " + s.Paint(term.Dim, head) + term.Clip(term.Plain(hit.Text), width-term.Columns(head)-2, s) + "\n")
	}
	return b.String()
}

// searchEnd says what was not looked at; nothing found is an exit code of 1, as grep(1) has it.
func (p *program) searchEnd(page app.SearchPage) error {
	s := p.Style(p.Err)
	if page.Left != "" {
		p.Notef("%s\n", s.Paint(term.Dim, asFlags(page.Left)))
	}
	if len(page.Hits) > 0 {
		return nil
	}
	p.Notef("nothing found in %s\n", words.Count(page.Runs, "run"))
	return &exit{exitFailed, nil}
}

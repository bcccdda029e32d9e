package cli

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/logs"
	"devservers/cli/client"
	"devservers/cli/view"
)

type searchOptions struct {
	ignoreCase, regex    bool
	since, until, server string
	limit                int
}

func searchCommand(p *Program) *cobra.Command {
	var o searchOptions
	cmd := &cobra.Command{
		Use:   "search QUERY",
		Short: "Search all stored output",
		Long: "Search the output of all servers and tasks of all projects, here and on all hosts, in all stored runs, " +
			"newest first.",
		Args: exactlyOne("what to search for"),
		RunE: connected(p, o.run),
	}
	f := cmd.Flags()
	f.BoolVarP(&o.ignoreCase, "ignore-case", "i", false, "ignore case in QUERY")
	f.BoolVar(&o.regex, "regex", false, "treat QUERY as a regular expression (RE2)")
	f.StringVar(&o.since, "since", "", sinceUsage)
	f.StringVar(&o.until, "until", "", untilUsage)
	f.StringVar(&o.server, "server", "", "name of a server or task, in any project")
	f.IntVarP(&o.limit, "limit", "n", logs.DefaultHits, "number of newest matches")
	return cmd
}

func (o searchOptions) query(text, project string) url.Values {
	q := params(map[string]string{"since": o.since, "until": o.until, "server": o.server, "project": project},
		map[string]bool{"regex": o.regex, "ignore_case": o.ignoreCase})
	q.Set("q", text)
	q.Set("limit", strconv.Itoa(o.limit))
	return q
}

func (o *searchOptions) run(ctx context.Context, p *Program, c *client.Client, args []string) error {
	project, err := p.only(ctx, c)
	if err != nil {
		return err
	}
	var page app.SearchPage
	r := client.Request{Method: http.MethodGet, Path: "/api/search", Query: o.query(args[0], project), Wait: time.Minute}
	if err := p.call(ctx, c, "searching", r, &page); err != nil {
		return err
	}
	if p.JSON {
		return p.answer(page)
	}
	p.Print(p.view().Hits(page))
	for _, note := range page.Notes {
		p.remark(view.Plain(note))
	}
	return o.end(p, page)
}

// end reports what was left out. No hit is exit code 1, as in grep(1).
func (o searchOptions) end(p *Program, page app.SearchPage) error {
	switch {
	case page.More && len(page.Hits) >= o.limit:
		oldest := page.Hits[len(page.Hits)-1].Time.Format(time.RFC3339Nano)
		p.remark("these are the newest " + words.Count(len(page.Hits), "hit") + "; for older ones add --until " + oldest)
	case page.More:
		p.remark("only " + words.Count(page.Runs, "run") +
			" could be searched in time; narrow the search with --project, --server or --since")
	}
	if len(page.Hits) > 0 {
		return nil
	}
	p.Notef("nothing found in %s\n", words.Count(page.Runs, "run"))
	return silent(exitFailed)
}

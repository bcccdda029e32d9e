package mcp

import (
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/logs"
	"devservers/mcp/render"
)

type searching struct {
	Query string `arg:"query,required" also:"pattern text grep q"`
	Regex bool   `arg:"regex"`
	ofServers
	Since   string `arg:"since" about:"how long ago: 5m, 2h, 1d"`
	Context int    `arg:"context" max:"10" about:"lines around each hit"`
	Limit   int    `arg:"limit" min:"1" max:"200" usual:"30" about:"hits"`
}

var searchLogs = taking(tool{
	name: "search_logs", title: "Search output",
	about: "Find text in the output of all servers and runs, newest first.",
	reads: true,
}, (*call).search)

func (c *call) search(a searching) (any, error) {
	q, err := c.searchQuery(a)
	if err != nil {
		return nil, err
	}
	page, err := c.reader.Search(c.ctx, q)
	if err == nil && len(page.Hits) == 0 && !q.Regex && q.Grep != "" {
		page, err = c.searchAgain(q, page)
	}
	if err != nil {
		return nil, err
	}
	c.note(c.o.Hosts.Add(c.ctx, q, &page)...)
	s := render.Fit(c.reading().WithContext(c.ctx, c.maskedLines(page.Hits), int64(a.Context)), render.UsualTokens, true)
	var b strings.Builder
	fmt.Fprintf(&b, "%s in %s, newest first\n", words.Count(len(page.Hits), "hit"), words.Count(page.Runs, "run"))
	if s.Left > 0 {
		fmt.Fprintf(&b, "left out: %d lines that don't fit; narrow with server, since, or a longer query\n", s.Left)
	}
	if page.Lost > 0 {
		fmt.Fprintf(&b, "not searched: %s that are no longer stored\n", words.Count(int(page.Lost), "line"))
	}
	switch n := len(page.Hits); {
	case page.More && n > 0:
		fmt.Fprintf(&b, "left out: older hits than the newest %d; raise limit to %d, or narrow with server, since or a "+
			"longer query\n", n, logs.MaxHits)
	case page.Left != "":
		fmt.Fprintf(&b, "left out: %s\n", page.Left)
	}
	if len(s.Lines) == 0 {
		fmt.Fprintf(&b, "viewer_url: %s/logs\n", c.visit.Base)
	} else {
		render.WriteHits(&b, c.visit.Viewer, s.Lines, true)
	}
	return render.Text(b.String()), nil
}

// searchAgain looks for a query that no line contains as a regular expression, if it is one.
func (c *call) searchAgain(q logs.Query, none app.SearchPage) (app.SearchPage, error) {
	pattern, looks, err := render.Expression(q.Grep)
	if !looks {
		return none, nil
	}
	given := words.Quote(words.Clip(q.Grep, 60))
	if err != nil {
		c.note("no line contains " + given + " as text, and it is not a regular expression")
		return none, nil
	}
	q.Regex, q.Grep = true, pattern
	page, err := c.reader.Search(c.ctx, q)
	c.note("no line contains " + given + " as text; it looks like a regular expression that matches " +
		words.Count(len(page.Hits), "line") + ": next time use query=" + words.Clip(pattern, 60) + " with regex=true")
	return page, err
}

func (c *call) searchQuery(a searching) (q logs.Query, err error) {
	q = logs.Query{Grep: a.Query, IgnoreCase: true, Limit: a.Limit}
	if q.Since, err = app.ParseTime(time.Now(), a.Since); err != nil {
		return q, err
	}
	if pattern, _, err := render.Expression(a.Query); a.Regex && err == nil {
		q.Grep, q.Regex = pattern, true
	}
	if a.Server != "" {
		ref, err := c.Finder.Resolve(a.Server)
		if q.Projects = []string{ref.Project}; ref.Name != "" {
			q.Servers = []string{ref.Name}
		}
		return q, err
	}
	if c.Finder.Project == "" && c.Only == "" {
		return q, nil
	}
	project, err := c.Finder.InProject()
	q.Projects = []string{project}
	return q, err
}

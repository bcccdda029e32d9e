package mcp

import (
	"fmt"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/logs"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

type searching struct {
	Query string `arg:"query,required"`
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
	if err != nil {
		return nil, err
	}
	s := render.Fit(c.withContext(page.Hits, int64(a.Context)), render.UsualTokens, true)
	var b strings.Builder
	fmt.Fprintf(&b, "%s in %s, newest first\n", words.Count(len(page.Hits), "hit"), words.Count(page.Runs, "run"))
	if s.Left > 0 {
		fmt.Fprintf(&b, "left out: %d lines that don't fit; narrow with server, since, or a longer query\n", s.Left)
	}
	if page.Left != "" {
		fmt.Fprintf(&b, "left out: %s\n", page.Left)
	}
	if len(s.Lines) == 0 {
		fmt.Fprintf(&b, "viewer_url: %s/logs\n", c.visit.Base)
	} else {
		writeHits(&b, c.visit, s.Lines, true)
	}
	return render.Text(b.String()), nil
}

func (c *call) searchQuery(a searching) (q logs.Query, err error) {
	q = logs.Query{Grep: a.Query, Regex: a.Regex, IgnoreCase: true, Limit: a.Limit}
	if q.Since, err = app.ParseTime(time.Now(), a.Since); err != nil {
		return q, err
	}
	if a.Regex && c.pattern(a.Query) != a.Query {
		q.Regex = false
	}
	if a.Server != "" {
		ref, err := c.Finder.Resolve(a.Server)
		if q.Projects = []string{ref.Project}; ref.Name != "" {
			q.Servers = []string{ref.Name}
		}
		return q, err
	}
	if c.Finder.Project != "" {
		project, err := c.Finder.InProject()
		q.Projects = []string{project}
		return q, err
	}
	return q, nil
}

// withContext adds the lines around each hit, and joins equal hits.
func (c *call) withContext(hits []app.LogLine, around int64) (out []app.FoldedLine) {
	known := map[string]int{}
	for _, h := range hits {
		h.Match = true
		if at, ok := known[h.Server+"\n"+h.Text]; ok && around == 0 {
			out[at].Times++
			continue
		}
		known[h.Server+"\n"+h.Text] = len(out)
		project, name, _ := strings.Cut(h.Server, "/")
		lines := []app.LogLine{h}
		if around > 0 {
			q := logs.Query{Ref: app.Ref{Project: project, Name: name}, Run: h.Run, Only: true, After: h.Seq - around - 1,
				Before: h.Seq + around + 1, Direction: logs.Forward}
			if page, err := c.reader.Read(c.ctx, q); err == nil {
				lines = page.Lines
			}
		}
		for _, l := range lines {
			l.Server, l.Match = h.Server, l.Seq == h.Seq
			out = append(out, app.FoldedLine{MergedLine: app.MergedLine{LogLine: l}, Times: 1, Last: l.Seq})
		}
	}
	return out
}

// writeHits groups the lines by run; the heads are ours, so they carry the mark.
func writeHits(b *strings.Builder, v session.Visit, lines []app.FoldedLine, numbered bool) {
	m := render.NewMark()
	m.Begin(b)
	head := ""
	for _, l := range lines {
		if h := l.Server + " run " + l.Run; h != head {
			head = h
			m.Head(b, "%s, %s: %s", h, l.Time.Format(time.RFC3339), v.Viewer("/p/"+l.Server+"/runs/"+l.Run))
		}
		render.WriteLine(b, l, numbered)
	}
	m.End(b)
}

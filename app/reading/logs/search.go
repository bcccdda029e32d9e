package logs

import (
	"cmp"
	"context"
	"math"
	"slices"

	"devservers/app"
	"devservers/app/base/words"
)

// Search returns the newest lines that match in all runs that q names. It ends with q.Limit hits, with the last run, or
// when q.Budget is over; the page describes what was not searched.
func (l *Logs) Search(ctx context.Context, q Query) (app.SearchPage, error) {
	if q.Grep == "" {
		return app.SearchPage{}, app.Failf(app.CodeInvalid, "give the text to search for",
			"the text to search for is missing")
	}
	projects := []string{}
	for _, id := range q.Projects {
		p, err := l.sup.Project(id)
		if err != nil {
			return app.SearchPage{}, err
		}
		projects = append(projects, p.ID)
	}
	m, err := l.newMerge(q, q.limit(DefaultHits, MaxHits), pageBytes)
	if err != nil {
		return app.SearchPage{}, err
	}
	defer m.close()
	for _, ref := range refs(l.sup, projects, q.Servers) {
		at := app.Position{Run: l.sup.LatestRun(ref), Seq: math.MaxInt64}
		if !q.Until.IsZero() {
			at = l.placeAt(ref, q.Until)
		}
		m.add(ref, at).viewed = false
	}
	page, err := m.read(ctx, cmp.Or(max(q.Budget, 0), DefaultBudget))
	if err != nil {
		return app.SearchPage{}, err
	}
	return m.found(page), nil
}

// found makes the result of a search of a page.
func (m *merge) found(page app.MergedPage) app.SearchPage {
	out := app.SearchPage{Hits: []app.LogLine{}, More: page.More}
	for _, line := range slices.Backward(page.Lines) {
		if line.Gap == nil {
			out.Hits = append(out.Hits, line.LogLine)
		} else if line.Gap.To > 0 {
			out.Lost += line.Gap.To - line.Gap.From + 1
		}
	}
	for _, src := range m.sources {
		out.Runs += len(src.runs)
	}
	switch n := len(out.Hits); {
	case page.Late:
		all := out.Runs
		for _, src := range m.sources {
			all += m.logs.unread(src)
		}
		out.Left = words.RunsLeftOut(out.Runs, all)
	case page.More:
		out.Left = words.HitsLeftOut(n, out.Hits[n-1].Time)
	}
	return out
}

// unread counts the runs that a source has not read yet.
func (l *Logs) unread(src *source) (n int) {
	first := ""
	if !src.since.IsZero() {
		first = l.sup.Kept.At(src.ref, src.since)
	}
	read := map[string]bool{}
	for _, id := range src.runs {
		read[id] = true
	}
	for _, id := range l.sup.Kept.IDs(src.ref) {
		if id >= first && id <= src.at.Run && !read[id] {
			n++
		}
	}
	return n
}

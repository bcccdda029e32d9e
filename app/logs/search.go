package logs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/transcript"
)

// Search looks through all runs that q names, the newest first, until it has q.Limit hits, has seen everything, or
// q.Budget is spent. What it did not look at it says.
func (s *Logs) Search(ctx context.Context, q SearchQuery) (app.SearchPage, error) {
	if q.Text == "" {
		return app.SearchPage{}, app.Failf(app.CodeInvalid, "say what to look for", "the text to search for is missing")
	}
	ask, err := transcript.ParseQuery(q.Text, q.Regex, q.IgnoreCase)
	if err != nil {
		return app.SearchPage{}, app.Failf(app.CodeInvalid, "regular expressions are written as for RE2", "%v", err)
	}
	runs, err := s.searched(q)
	if err != nil {
		return app.SearchPage{}, err
	}
	limit := within(q.Limit, DefaultHits, MaxHits)
	ask.Since, ask.Until, ask.Limit = q.Since, q.Until, limit+1
	budget := q.Budget
	if budget <= 0 {
		budget = DefaultBudget
	}
	limited, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	page := found{app.SearchPage{Hits: []app.LogLine{}}}
	for _, r := range runs {
		if page.enough(limit, r) {
			break
		}
		if err = s.searchRun(limited, r, ask, &page); err != nil {
			break
		}
		page.Runs++
	}
	if err != nil && (!errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil) {
		return app.SearchPage{}, err
	}
	page.close(limit, len(runs), err != nil)
	return page.SearchPage, nil
}

// found is a SearchPage in the making.
type found struct{ app.SearchPage }

// searched are the runs that q names, those that printed last first.
func (s *Logs) searched(q SearchQuery) ([]app.RunInfo, error) {
	views, err := s.searchedProjects(q.Projects)
	if err != nil {
		return nil, err
	}
	var all []app.RunInfo
	for _, v := range views {
		for _, st := range slices.Concat(v.Servers, v.Tasks) {
			if q.Server != "" && q.Server != st.Name {
				continue
			}
			runs, err := s.sup.Runs(st.Ref())
			if err != nil {
				return nil, err
			}
			all = append(all, runs...)
		}
	}
	all = slices.DeleteFunc(all, func(r app.RunInfo) bool {
		return !q.Since.IsZero() && lastMoment(r).Before(q.Since) || !q.Until.IsZero() && r.StartedAt.After(q.Until)
	})
	slices.SortStableFunc(all, func(a, b app.RunInfo) int { return lastMoment(b).Compare(lastMoment(a)) })
	return all, nil
}

func (s *Logs) searchedProjects(ids []string) ([]app.ProjectView, error) {
	if len(ids) == 0 {
		return s.sup.Projects(), nil
	}
	var views []app.ProjectView
	for _, id := range ids {
		v, err := s.sup.Project(id)
		if err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	return views, nil
}

// lastMoment is when a run can have printed last. (The last lines may be read a moment after the end.)
func lastMoment(r app.RunInfo) time.Time {
	if r.EndedAt == nil {
		return time.Unix(1<<40, 0) // lives
	}
	return r.EndedAt.Add(time.Second)
}

func (s *Logs) searchRun(ctx context.Context, r app.RunInfo, ask transcript.Query, page *found) error {
	l, err := s.sup.Glance(app.Ref{Project: r.Project, Name: r.Server}, r.ID)
	if codeOf(err) == app.CodeNotFound && err != nil {
		return nil // dropped meanwhile
	}
	if err != nil {
		return err
	}
	defer l.Close()
	return l.Search(ctx, ask, func(line transcript.Line) bool {
		hit, _ := filter{}.line(r.ID, line)
		hit.Server = l.Ref.String()
		page.Hits = append(page.Hits, hit)
		return true
	})
}

// enough tells whether nothing in r or in the runs behind it can be among the newest limit hits.
func (p *found) enough(limit int, r app.RunInfo) bool {
	if len(p.Hits) <= limit {
		return false
	}
	p.sort()
	p.Hits = p.Hits[:limit+1]
	return p.Hits[limit].Time.After(lastMoment(r))
}

func (p *found) sort() {
	slices.SortStableFunc(p.Hits, func(a, b app.LogLine) int { return b.Time.Compare(a.Time) })
}

// close puts the hits in order and says what is missing.
func (p *found) close(limit, runs int, outOfTime bool) {
	p.sort()
	if p.More = len(p.Hits) > limit || outOfTime; len(p.Hits) > limit {
		p.Hits = p.Hits[:limit]
	}
	switch {
	case outOfTime:
		p.Left = fmt.Sprintf("the time was over after %d of %d runs: name a project or a server, or ask for less with since", p.Runs, runs)
	case p.More:
		p.Left = fmt.Sprintf("these are the newest %d hits: ask for older ones with until=%s", limit, p.Hits[limit-1].Time.Format(time.RFC3339Nano))
	}
}

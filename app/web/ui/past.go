package ui

import (
	"errors"
	"net/http"
	"time"

	"devservers/app"
	"devservers/app/history"
	"devservers/app/logs"
	"devservers/app/web/wire"
	"devservers/app/words"
	"devservers/views"
)

// Past shows who did what.
func (p Pages) Past(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	v := views.HistoryView{Now: time.Now(), Since: q.Get("since"), Query: history.Query{
		Limit: 200, Actor: q.Get("actor"), Action: history.Action(q.Get("action")), Target: q.Get("target"),
	}}
	since, err := app.ParseTime(v.Now, v.Since)
	if err != nil {
		return err
	}
	v.Query.Since = since
	if v.Entries, err = p.history.Query(v.Query); err != nil {
		return err
	}
	return wire.WritePage(w, r, http.StatusOK, views.History(p.frame.of("", "History", "history"), v))
}

// Search searches the logs of all runs.
func (p Pages) Search(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	projects := p.sup.Projects()
	v := views.SearchView{
		Text: q.Get("q"), Regex: q.Get("regex") == "1", Case: q.Get("case") == "1", Project: q.Get("project"), Since: q.Get("since"),
		Now: time.Now(),
	}
	for _, project := range projects {
		v.Projects = append(v.Projects, project.ID)
	}
	if v.Text != "" {
		if err := p.searchFor(r, &v); err != nil {
			return err
		}
	}
	title := "Search"
	if v.Text != "" {
		title = words.Clean(v.Text, 60) + " · Search"
	}
	return wire.WritePage(w, r, http.StatusOK, views.Search(p.frame.around(projects, "", title, "search"), v))
}

// searchFor fills in what was found, or what is wrong with the query.
func (p Pages) searchFor(r *http.Request, v *views.SearchView) error {
	since, err := app.ParseTime(v.Now, v.Since)
	ask := logs.Query{Grep: v.Text, Regex: v.Regex, IgnoreCase: !v.Case, Since: since}
	if v.Project != "" {
		ask.Projects = []string{v.Project}
	}
	var page app.SearchPage
	if err == nil {
		page, err = p.reader.Search(r.Context(), ask)
	}
	v.Took = time.Since(v.Now)
	if wrong := (*app.Error)(nil); errors.As(err, &wrong) {
		v.Problem = wrong
		return nil
	}
	v.Page = &page
	return err
}

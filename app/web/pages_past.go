package web

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"devservers/app"
	"devservers/app/history"
	"devservers/app/logs"
	"devservers/views"
)

// historyPage shows who did what. A filter that makes no sense is said in the page, not in a problem document.
func (s *Server) historyPage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	v := views.HistoryView{Now: time.Now(), Since: q.Get("since"), Query: history.Query{
		Limit: 200, Actor: q.Get("actor"), Action: q.Get("action"), Target: q.Get("target"),
	}}
	since, err := app.ParseTime(v.Now, v.Since)
	if err != nil {
		return err
	}
	v.Query.Since = since
	if s.o.History != nil {
		if v.Entries, err = s.o.History.Query(v.Query); err != nil {
			return err
		}
	}
	return s.render(w, r, views.History(s.shell(r, "History", "history"), v))
}

// searchPage looks through the logs of all runs.
func (s *Server) searchPage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	projects := s.sup.Projects()
	v := views.SearchView{
		Text: q.Get("q"), Regex: q.Get("regex") == "1", Case: q.Get("case") == "1", Project: q.Get("project"), Since: q.Get("since"),
		Now: time.Now(),
	}
	for _, p := range projects {
		v.Projects = append(v.Projects, p.ID)
	}
	if v.Text != "" {
		if err := s.searchFor(r, &v); err != nil {
			return err
		}
	}
	title := "Search"
	if v.Text != "" {
		title = clean(v.Text, 60) + " · Search"
	}
	return s.render(w, r, views.Search(s.shellFor(r, title, "search", projects), v))
}

// searchFor fills in what was found, or what is wrong with the question.
func (s *Server) searchFor(r *http.Request, v *views.SearchView) error {
	since, err := app.ParseTime(v.Now, v.Since)
	ask := logs.SearchQuery{Text: v.Text, Regex: v.Regex, IgnoreCase: !v.Case, Since: since}
	if v.Project != "" {
		ask.Projects = []string{v.Project}
	}
	var page app.SearchPage
	if err == nil {
		page, err = s.reader.Search(r.Context(), ask)
	}
	v.Took = time.Since(v.Now)
	if wrong := (*app.Error)(nil); errors.As(err, &wrong) {
		v.Problem = wrong
		return nil
	}
	v.Page = &page
	return err
}

// back is the address of the page that a form was sent from, if it is one of ours, or else: where it leads without
// script.
func back(r *http.Request, otherwise string) string {
	from, err := url.Parse(r.Header.Get("Referer"))
	if err != nil || from.Host != r.Host || from.Path == "" || from.Path == "/login" {
		return otherwise
	}
	return from.Path
}

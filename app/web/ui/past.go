package ui

import (
	"net/http"
	"time"

	"devservers/app"
	"devservers/app/history"
	"devservers/app/web/wire"
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

// Search leads to the page of logs, which searches all runs: the address of earlier versions.
func (p Pages) Search(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	to := views.LogsAsk{Text: q.Get("q"), Regex: q.Get("regex") == "1", Case: q.Get("case") == "1", Since: q.Get("since"), Context: 2}
	base := "/logs"
	if project := q.Get("project"); project != "" {
		base = views.ProjectPath(project) + "/logs"
	}
	return wire.Redirect(w, http.StatusFound, base+"?"+to.Query().Encode())
}

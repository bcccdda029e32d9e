package ui

import (
	"net/http"

	"devservers/app"
	"devservers/app/config/trust"
	"devservers/app/web/wire"
	"devservers/views"
)

// asksOf returns what waits for the person in projects.
func asksOf(projects []app.ProjectView) (list []views.Ask) {
	for _, p := range projects {
		if views.Unreviewed(p) {
			list = append(list, views.Ask{Kind: views.AskReview, Ref: app.Ref{Project: p.ID}, Changed: p.Trust == trust.Changed})
		}
	}
	return list
}

// Refuse refuses what an agent asked for.
func (a *Actions) Refuse(w http.ResponseWriter, r *http.Request) error {
	return wire.NoContent(w, nil)
}

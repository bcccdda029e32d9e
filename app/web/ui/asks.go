package ui

import (
	"net/http"

	"devservers/app"
	"devservers/app/config/trust"
	"devservers/app/permits"
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

// changesOf returns the changes by agents of the shown projects' servers that wait for the person.
func changesOf(waiting []permits.Request, alone string) (list []views.Ask) {
	for _, r := range waiting {
		if alone == "" || r.Server.Project == alone {
			list = append(list, views.Ask{Kind: views.AskChange, ID: r.ID, Ref: r.Server, Client: r.By.Client})
		}
	}
	return list
}

// Refuse refuses what an agent asked for.
func (a *Actions) Refuse(w http.ResponseWriter, r *http.Request) error {
	return wire.NoContent(w, nil)
}

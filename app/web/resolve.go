package web

import (
	"net/http"

	"devservers/app/web/wire"
)

// ResolveAnswer is what a name means: a server or task, or all of a project when Server is empty.
type ResolveAnswer struct {
	Project string `json:"project"`
	Server  string `json:"server,omitempty"`
}

// resolve describes what a name means to a caller in a project or directory.
func (p projectAPI) resolve(w http.ResponseWriter, r *http.Request) error {
	q := wire.NewParameters(r.URL.Query())
	name, near := q.Text("name"), q.Text("near")
	if err := q.Done(); err != nil {
		return err
	}
	ref, err := p.sup.Files.Resolve(name, near)
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, http.StatusOK, ResolveAnswer{ref.Project, ref.Name})
}

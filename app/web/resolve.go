package web

import (
	"net/http"
)

// ResolveAnswer is what a name means: a server or task, or all of a project when Server is empty.
type ResolveAnswer struct {
	Project string `json:"project"`
	Server  string `json:"server,omitempty"`
}

// resolve says what a name means to a caller in a project or directory.
func (s *Server) resolve(w http.ResponseWriter, r *http.Request) error {
	q := query{values: r.URL.Query()}
	name, near := q.text("name"), q.text("near")
	if err := q.done(); err != nil {
		return err
	}
	ref, err := s.sup.Resolve(name, near)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, ResolveAnswer{ref.Project, ref.Name})
}

package web

import (
	"net/http"
	"path/filepath"

	"devservers/app"
)

func (s *Server) projects(w http.ResponseWriter, _ *http.Request) error {
	list := s.sup.Projects()
	if list == nil {
		list = []app.ProjectView{}
	}
	return answer(w, http.StatusOK, list)
}

// RegisterRequest is the body of POST /api/projects.
type RegisterRequest struct {
	Path string `json:"path"` // absolute: a directory, or a devservers.yml
}

// register makes a project known. It runs nothing.
func (s *Server) register(w http.ResponseWriter, r *http.Request) error {
	var body RegisterRequest
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	if !filepath.IsAbs(body.Path) {
		return fail(app.CodeInvalid, `send {"path": "/home/you/project"}`, "path has to be absolute")
	}
	view, fresh, err := s.sup.Register(body.Path, actorOf(r))
	err = s.record(r, "register", view.ID, map[string]any{"path": body.Path}, func() (string, error) { return "", err })
	if err != nil {
		return err
	}
	status := http.StatusOK
	if fresh {
		status = http.StatusCreated
	}
	return answer(w, status, view)
}

func (s *Server) project(w http.ResponseWriter, r *http.Request) error {
	view, err := s.sup.Project(r.PathValue("id"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, view)
}

func (s *Server) forget(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	return done(w, s.record(r, "forget", id, nil, func() (string, error) {
		return "", s.sup.Forget(r.Context(), id, actorOf(r))
	}))
}

func (s *Server) review(w http.ResponseWriter, r *http.Request) error {
	review, err := s.sup.Review(r.PathValue("id"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, review)
}

// TrustRequest is the body of POST /api/projects/{id}/trust.
type TrustRequest struct {
	SHA256 string `json:"sha256"` // of the content that a person has looked at, as its review says
}

func (s *Server) trust(w http.ResponseWriter, r *http.Request) error {
	var body TrustRequest
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	id := r.PathValue("id")
	if body.SHA256 == "" {
		return fail(app.CodeInvalid, "GET /api/projects/{id}/review names it", "sha256 is missing")
	}
	if actorOf(r).Kind == app.ActorMCP {
		return fail(app.CodeNeedsHuman, "run `devservers trust` in the project", "an agent cannot trust a project")
	}
	err := s.record(r, "trust", id, map[string]any{"sha256": body.SHA256}, func() (string, error) {
		return "", s.sup.Trust(id, body.SHA256, actorOf(r))
	})
	if err != nil {
		return err
	}
	return s.project(w, r)
}

package web

import (
	"bytes"
	"net/http"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/views"
)

// home shows all projects to whoever is signed in, and how to sign in to everybody else.
func (s *Server) home(w http.ResponseWriter, r *http.Request) error {
	switch {
	case !onUIHost(r) && credentialOf(r) != bearer:
		return s.toUI(w, r)
	case credentialOf(r) == nobody:
		s.signInPage(w, r)
		return nil
	}
	return s.serversPage(w, r, "")
}

// projectPage shows one project.
func (s *Server) projectPage(w http.ResponseWriter, r *http.Request) error {
	view, err := s.sup.Project(r.PathValue("id"))
	if err != nil {
		return err
	}
	r.SetPathValue("id", view.ID)
	return s.serversPage(w, r, view.ID)
}

// serversPage shows the cards of one project, or of all.
func (s *Server) serversPage(w http.ResponseWriter, r *http.Request, id string) error {
	projects := s.sup.Projects()
	v := s.shellFor(r, id, "servers", projects)
	v.Stream = streamAddress(v, "cards")
	if views.Lives(projects) {
		v.Refresh = 3
	}
	boards := s.newBoards().of(r.Context(), projectsOf(projects, id))
	return s.render(w, r, views.Servers(v, boards, s.sup.View()))
}

// runsPage lists the runs of a server or task that are kept.
func (s *Server) runsPage(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	status, err := s.sup.Status(ref)
	if err != nil {
		return err
	}
	runs, err := s.sup.Runs(ref)
	if err != nil {
		return err
	}
	return s.render(w, r, views.Runs(s.shell(r, ref.String()+" runs", "servers"), status, runs, time.Now()))
}

// settingsPage shows what the manager knows.
func (s *Server) settingsPage(w http.ResponseWriter, r *http.Request) error {
	projects := s.sup.Projects()
	return s.render(w, r, views.Settings(s.shellFor(r, "Settings", "settings", projects), projects, s.sup.View(), s.agents(), time.Now()))
}

// agents is who may speak to /mcp.
func (s *Server) agents() views.AgentsView {
	v := views.AgentsView{Address: s.origin("localhost") + "/mcp", Now: time.Now()}
	if s.o.Access != nil {
		v.Entries, v.Problem = s.o.Access.List(), s.o.Access.Problem()
	}
	return v
}

// palette is the list of what there is to go to and to do, as a fragment.
func (s *Server) palette(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, views.Choices(s.sup.Projects()))
}

// trustPage shows a person what a project's file would run.
func (s *Server) trustPage(w http.ResponseWriter, r *http.Request) error {
	review, err := s.sup.Review(r.PathValue("id"))
	if err != nil {
		return err
	}
	r.SetPathValue("id", review.Project)
	start := clean(r.URL.Query().Get("start"), 64)
	if _, err := s.sup.Status(app.Ref{Project: review.Project, Name: start}); err != nil {
		start = ""
	}
	return s.render(w, r, views.Trust(s.shell(r, review.Project+": trust", "servers"), review, start))
}

// show renders all of a page before it sends any of it.
func show(w http.ResponseWriter, r *http.Request, status int, page templ.Component) error {
	var body bytes.Buffer
	if err := page.Render(r.Context(), &body); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(body.Len()))
	w.WriteHeader(status)
	_, err := w.Write(body.Bytes())
	return gone(err)
}

package web

import (
	"bytes"
	"net/http"
	"strconv"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/views"
)

// pageLines is how many of a run's last lines its page shows.
const pageLines = 500

// home shows all projects to whoever is signed in, and how to sign in to everybody else.
func (s *Server) home(w http.ResponseWriter, r *http.Request) error {
	switch {
	case !onUIHost(r) && credentialOf(r) != bearer:
		return s.toUI(w, r)
	case credentialOf(r) == nobody:
		s.signInPage(w, r)
		return nil
	}
	return show(w, r, http.StatusOK, views.Home(s.sup.Projects(), s.sup.View()))
}

// runPage shows one run: how it is or ended, and its last lines.
func (s *Server) runPage(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	status, err := s.sup.Status(ref)
	if err != nil {
		return err
	}
	info, err := s.runInfo(ref, r.PathValue("run"))
	if err != nil {
		return err
	}
	s.sup.Touch(ref)
	page, err := s.sup.Logs(r.Context(), app.LogQuery{Ref: ref, Run: info.ID, Only: true, Tail: pageLines, SGR: true})
	if err != nil {
		return err
	}
	return show(w, r, http.StatusOK, views.Run(status, info, page))
}

func (s *Server) runInfo(ref app.Ref, id string) (app.RunInfo, error) {
	runs, err := s.sup.Runs(ref)
	if err != nil {
		return app.RunInfo{}, err
	}
	for _, run := range runs {
		if run.ID == id {
			return run, nil
		}
	}
	return app.RunInfo{}, fail(app.CodeNotFound, "its newer runs are listed under the server", "run %s of %s is not kept any more", short(id), ref)
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

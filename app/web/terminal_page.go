package web

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/logs"
	"devservers/views"
)

// pageLines is how many of a run's last lines its page shows as text, before and without the terminal.
const pageLines = 500

// runPage shows one run: live while it lives, a replay afterwards.
func (s *Server) runPage(w http.ResponseWriter, r *http.Request) error {
	v, runs, err := s.runView(r)
	if err != nil {
		return err
	}
	shell := s.terminalShell(w, r, v)
	if v.Run.StartedAt.IsZero() {
		return show(w, r, http.StatusNotFound, views.NoRun(shell, v, runs))
	}
	s.sup.Touch(v.Now.Ref())
	v.Page, err = s.reader.Read(r.Context(), logs.Query{Ref: v.Now.Ref(), Run: v.Run.ID, Only: true, Tail: pageLines, SGR: true})
	if err != nil {
		return err
	}
	return show(w, r, http.StatusOK, views.RunPage(shell, v))
}

// runHead is the part of a run's page that changes.
func (s *Server) runHead(w http.ResponseWriter, r *http.Request) error {
	v, _, err := s.runView(r)
	if err != nil {
		return err
	}
	if v.Run.StartedAt.IsZero() {
		return fail(app.CodeNotFound, "its newer runs are listed under the server", "run %s of %s is not kept any more", short(v.Run.ID), v.Now.Ref())
	}
	return show(w, r, http.StatusOK, views.RunFrame(s.terminalShell(w, r, v), v))
}

// newestTerminal leads to the newest run of a server or task, or says that it has none.
func (s *Server) newestTerminal(w http.ResponseWriter, r *http.Request) error {
	v, _, err := s.runView(r)
	if err != nil {
		return err
	}
	if v.Now.Run == "" {
		return show(w, r, http.StatusOK, views.NoRun(s.terminalShell(w, r, v), v, nil))
	}
	w.Header().Set("Location", views.TerminalPath(v.Now))
	w.WriteHeader(http.StatusFound)
	return nil
}

// runView is the run that the path names, with its ID alone when it is not kept, and all runs that are.
func (s *Server) runView(r *http.Request) (v views.RunView, runs []app.RunInfo, err error) {
	ref, err := s.ref(r)
	if err != nil {
		return v, nil, err
	}
	project, err := s.sup.Project(ref.Project)
	if err != nil {
		return v, nil, err
	}
	if v.Now, err = s.sup.Status(ref); err != nil {
		return v, nil, err
	}
	runs, err = s.sup.Runs(ref)
	v.Trust, v.Time = project.Trust, time.Now()
	v.Tabs, v.Run.ID = views.TabsOf(project, ref.Name), r.PathValue("run")
	if i := slices.IndexFunc(runs, func(run app.RunInfo) bool { return run.ID == v.Run.ID }); i >= 0 {
		v.Run = runs[i]
	}
	return v, runs, err
}

// terminalShell is the frame of a page with a terminal, whose style elements the policy lets pass by a nonce.
func (s *Server) terminalShell(w http.ResponseWriter, r *http.Request, v views.RunView) views.ShellView {
	shell := s.shell(r, v.Now.Ref().String(), "servers")
	shell.Wide, shell.Nonce = true, random(16)
	shell.Styles = []string{"vendor/xterm-6.0.0.css", "terminal.css"}
	if !v.Run.StartedAt.IsZero() {
		shell.Modules, shell.Stream = []string{"js/terminal.js"}, "" // the terminal's socket says when to look
	}
	w.Header().Set("Content-Security-Policy", withStyleNonce(contentPolicy, shell.Nonce))
	return shell
}

// withStyleNonce lets style elements pass that carry the nonce: xterm.js makes some for the colours of one terminal.
func withStyleNonce(policy, nonce string) string {
	return strings.Replace(policy, "style-src 'self'", "style-src 'self' 'nonce-"+nonce+"'", 1)
}

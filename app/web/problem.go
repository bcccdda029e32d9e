package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"

	"devservers/app"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/views"
)

// problems answers requests that failed, for programs and for people, and counts internal errors.
type problems struct {
	log      *slog.Logger
	site     *guard.Site
	frame    frame
	failures atomic.Int64
}

// Refuse answers a request that a guard stopped. A person with a browser gets a page that helps.
func (p *problems) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	if wire.CodeOf(err) == app.CodeUnauthorized && wantsPage(r) {
		signInPage(w, r, p.site)
		return
	}
	if wire.CodeOf(err) == app.CodeUnauthorized && isFragment(r) {
		w.Header().Set("HX-Redirect", "/") // the session has ended: to the page that says how to sign in
	}
	p.Fail(w, r, err)
}

// Fail answers a request that failed. The text of an internal error stays in the log, under an id that the answer names.
func (p *problems) Fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, wire.ErrGone) || (r.Context().Err() != nil && errors.Is(err, context.Canceled)) {
		return // nobody reads the answer
	}
	problem := wire.ProblemOf(err)
	if problem.Code == app.CodeInternal {
		problem.ID = p.Log(r, err)
	}
	if !p.answerPerson(w, r, problem) {
		wire.WriteProblem(w, problem)
	}
}

// Log counts and logs an internal error and returns the id it is logged under. Query and headers are not logged: they
// may hold secrets.
func (p *problems) Log(r *http.Request, err error) (id string) {
	id = wire.Random(4)
	p.failures.Add(1)
	p.log.Error("a request failed with an internal error", "id", id, "method", r.Method, "path", wire.Clean(r.URL.Path, 200), "error", err)
	return id
}

// answerPerson shows a problem to a person with a browser, in the page that sent the request or as a page of its own.
// It reports whether it did; programs get a problem document.
func (p *problems) answerPerson(w http.ResponseWriter, r *http.Request, problem wire.Problem) bool {
	if strings.HasPrefix(r.URL.Path, "/api/") || strings.HasPrefix(r.URL.Path, "/static/") {
		return false
	}
	if isFragment(r) {
		w.Header().Set("HX-Retarget", "#toasts")
		w.Header().Set("HX-Reswap", "beforeend")
		return wire.WritePage(w, r, problem.Status, views.Toast(problem.Detail, problem.Hint)) == nil
	}
	if guard.CredentialOf(r) != guard.Session || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return false
	}
	return wire.WritePage(w, r, problem.Status, views.Problem(p.frame.of(r.PathValue("id"), problem.Title, ""), problem.Status, *problem.Error, problem.ID)) == nil
}

// isFragment reports whether a page's script sent the request, for a part of the page.
func isFragment(r *http.Request) bool { return r.Header.Get("HX-Request") == "true" }

// wantsPage reports whether a person with a browser sent the request, rather than a program.
func wantsPage(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && !strings.HasPrefix(r.URL.Path, "/api/") &&
		strings.Contains(r.Header.Get("Accept"), "text/html")
}

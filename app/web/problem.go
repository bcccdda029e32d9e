package web

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/web/guard"
	"devservers/app/web/pages"
	"devservers/app/web/wire"
)

// problems answers requests that failed, for programs and for people, and counts internal errors.
type problems struct {
	log      *slog.Logger
	site     *guard.Site
	ui       *pages.UI
	lacks    func(error) // notes what the machine lacks, if that is why
	failures atomic.Int64
}

// Refuse answers a request that a guard stopped. A person with a browser gets a page that helps.
func (p *problems) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	if wire.CodeOf(err) == app.CodeUnauthorized && pages.WantsPage(r) {
		pages.SignIn(w, r, p.site)
		return
	}
	if wire.CodeOf(err) == app.CodeUnauthorized && pages.IsFragment(r) {
		w.Header().Set("HX-Redirect", "/") // the session has ended: to the page that describes how to sign in
	}
	p.Fail(w, r, err)
}

// Fail answers a request that failed. The text of an internal error stays in the log, under an id that the answer
// names.
func (p *problems) Fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, wire.ErrGone) {
		return // nobody reads the answer
	}
	if r.Context().Err() != nil && errors.Is(err, context.Canceled) {
		panic(http.ErrAbortHandler) // the client has left, or the manager ends: an empty answer would be taken for success
	}
	p.lacks(err)
	problem := wire.ProblemOf(err)
	if problem.Code == app.CodeInternal {
		problem.ID = p.Log(r, err)
	}
	if !p.ui.Problem(w, r, problem) {
		wire.WriteProblem(w, problem)
	}
}

// Log counts and logs an internal error and returns the id it is logged under. Query and headers are not logged: they
// may hold secrets.
func (p *problems) Log(r *http.Request, err error) (id string) {
	id = wire.Random(4)
	p.failures.Add(1)
	p.log.Error("a request failed with an internal error", "id", id, "method", r.Method, "path",
		words.Clean(r.URL.Path, 200), "error", err)
	return id
}

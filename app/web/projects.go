package web

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/edits"
	"devservers/app/reading/why"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

// projectAPI answers requests about projects.
type projectAPI struct {
	sup     *supervisor.Supervisor
	edits   *edits.Edits
	history *history.Store
	listed  *wire.Shared
	causes  *why.Why
}

func (s *Site) projects() projectAPI {
	return projectAPI{s.sup, s.o.Edits, s.o.History, &s.listed, s.o.Why}
}

func (p projectAPI) list(w http.ResponseWriter, _ *http.Request) error {
	body, err := p.listed.Get(func() ([]byte, error) {
		p.sup.Meter.Fresh()
		return wire.JSON(p.sup.Projects())
	})
	if err != nil {
		return err
	}
	return wire.WriteEncoded(w, http.StatusOK, body)
}

// RegisterRequest is the body of POST /api/projects.
type RegisterRequest struct {
	Path string `json:"path"` // absolute: a directory, or a devservers.yml
}

// register makes a project known. It runs nothing.
func (p projectAPI) register(w http.ResponseWriter, r *http.Request) error {
	var body RegisterRequest
	if err := wire.ReadJSON(w, r, &body); err != nil {
		return err
	}
	if !filepath.IsAbs(body.Path) {
		return app.Failf(app.CodeInvalid, `send {"path": "/home/you/project"}`, "the path must be absolute")
	}
	view, fresh, err := p.sup.Register(body.Path)
	err = p.history.Do(guard.ActorOf(r), history.Register, app.Ref{Project: view.ID}, map[string]any{"path": body.Path},
		func() error { return err })
	if err != nil {
		return err
	}
	status := http.StatusOK
	if fresh {
		status = http.StatusCreated
	}
	return wire.WriteJSON(w, status, view)
}

func (p projectAPI) one(ref app.Ref) (app.ProjectView, error) {
	p.sup.Meter.Fresh()
	return p.sup.Project(ref.Project)
}

func (p projectAPI) servers(ref app.Ref) ([]app.Status, error) {
	view, err := p.one(ref)
	return view.Servers, err
}

func (p projectAPI) tasks(ref app.Ref) ([]app.Status, error) {
	view, err := p.one(ref)
	return view.Tasks, err
}

func (p projectAPI) forget(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	return wire.NoContent(w, p.doForget(r, ref))
}

func (p projectAPI) doForget(r *http.Request, ref app.Ref) error {
	actor := guard.ActorOf(r)
	return p.history.Do(actor, history.Forget, ref, nil,
		func() error { return p.sup.Forget(r.Context(), ref.Project, actor) })
}

func (p projectAPI) review(ref app.Ref) (app.Review, error) { return p.sup.Files.Review(ref.Project) }

// TrustRequest is the body of POST /api/projects/{id}/trust.
type TrustRequest struct {
	SHA256 string `json:"sha256"` // of the content that a person has reviewed
}

func (p projectAPI) trust(r *http.Request, ref app.Ref, body TrustRequest) (v app.ProjectView, err error) {
	if body.SHA256 == "" {
		return v, app.Failf(app.CodeInvalid, "GET /api/projects/{id}/review has it", "sha256 is missing")
	}
	if err := p.doTrust(r, ref, body.SHA256); err != nil {
		return v, err
	}
	return p.one(ref)
}

// doTrust trusts exactly the content that a person has reviewed, for the API and for the button.
func (p projectAPI) doTrust(r *http.Request, ref app.Ref, reviewed string) error {
	actor := guard.ActorOf(r)
	return p.history.Do(actor, history.Trust, ref, map[string]any{"sha256": reviewed}, func() error {
		return p.sup.Files.Trust(ref.Project, reviewed, actor)
	})
}

// edit answers what the last edit of a project's files led to, once that is clear or the time is up.
func (p projectAPI) edit(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	q := wire.NewParameters(r.URL.Query())
	wait, servers, open := q.Duration("timeout", wire.LongestWait), q.List("server"), q.Text("browser")
	if open != "" && !strings.HasPrefix(open, "/") {
		q.Fail("browser", "it is a path such as /")
	}
	if err := q.Done(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), wait)
	defer cancel()
	page, err := p.edits.AwaitPages(ctx, ref.Project, open, servers...)
	if err == nil {
		p.causes.Attach(r.Context(), &page)
	}
	return wire.Answer(w, page, err)
}

// picture answers the picture that a browser took of a server's page for the last verdict with one.
func (p projectAPI) picture(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	f, err := os.Open(p.edits.Picture(ref))
	if err != nil {
		return app.Failf(app.CodeNotFound, "devservers check --browser takes one", "there is no picture of a page of %s", ref)
	}
	defer f.Close()
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "no-store")
	http.ServeContent(w, r, "", time.Time{}, f)
	return nil
}

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

package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"devservers/app"
	"devservers/views"
)

// atOnce is how long a click waits for something to show. What it asked for goes on; the page's stream says what
// comes of it.
const atOnce = 300 * time.Millisecond

// act is a button's handler: it asks for what do says, in the background, and answers with the card as it then is. A
// browser without script goes back to where it was.
func (s *Server) act(action string, do func(ctx context.Context, ref app.Ref, o app.StartOptions) (app.Result, error)) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		ref, err := s.ref(r)
		if err != nil {
			return err
		}
		if err := s.begin(r, action, ref, do); err != nil {
			return err
		}
		return s.acted(w, r, ref)
	}
}

// begin starts what was asked for and waits a moment. What fails by then and is not the server's own failure, which
// its card shows, is the answer's.
func (s *Server) begin(r *http.Request, action string, ref app.Ref, do func(context.Context, app.Ref, app.StartOptions) (app.Result, error)) error {
	before := s.sup.Changed()
	o := app.StartOptions{Actor: actorOf(r), Wait: app.WaitReady, Timeout: longestWait}
	over := make(chan error, 1)
	s.background.Go(func() {
		over <- s.record(r, action, ref.String(), nil, func() (string, error) {
			result, err := do(s.base, ref, o)
			return runOf(result, err), err
		})
	})
	select {
	case err := <-over:
		return s.unseen(ref, err)
	case <-before:
	case <-time.After(atOnce):
	}
	return nil
}

// unseen is err unless the server's card shows it.
func (s *Server) unseen(ref app.Ref, err error) error {
	if st, e := s.sup.Status(ref); err == nil || e == nil && st.Failure != nil && errors.Is(err, st.Failure) {
		return nil
	}
	return err
}

// acted answers a click.
func (s *Server) acted(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	if !isFragment(r) {
		return seeOther(w, back(r, views.ProjectPath(ref.Project)))
	}
	st, err := s.sup.Status(ref)
	if err != nil {
		return err
	}
	b := s.newBoards()
	card := b.card(r.Context(), st, projectTrust(s.sup.Project(ref.Project)), b.edited(ref.Project))
	return s.render(w, r, views.Card(card))
}

// isFragment tells whether the page's script asked, for a part of it.
func isFragment(r *http.Request) bool { return r.Header.Get("HX-Request") == "true" }

func seeOther(w http.ResponseWriter, path string) error {
	w.Header().Set("Location", path)
	w.WriteHeader(http.StatusSeeOther)
	return nil
}

// startAction starts a server, after the one of ours has ended that holds its port, if the person said so.
func (s *Server) startAction(w http.ResponseWriter, r *http.Request) error {
	fields, err := form(w, r)
	if err != nil {
		return err
	}
	project, name, given := strings.Cut(fields.Get("instead_of"), "/")
	return s.act("start", func(ctx context.Context, ref app.Ref, o app.StartOptions) (app.Result, error) {
		if given {
			if res, err := s.sup.Stop(ctx, app.Ref{Project: project, Name: name}, o); err != nil {
				return res, err
			}
		}
		return s.sup.Start(ctx, ref, o)
	})(w, r)
}

func (s *Server) pinning(pinned bool) func(context.Context, app.Ref, app.StartOptions) (app.Result, error) {
	return func(_ context.Context, ref app.Ref, o app.StartOptions) (app.Result, error) {
		return s.sup.Pin(ref, pinned, o.Actor)
	}
}

// trustAction trusts exactly what the person has seen, and starts what the person asked to start with it.
func (s *Server) trustAction(w http.ResponseWriter, r *http.Request) error {
	fields, err := form(w, r)
	if err != nil {
		return err
	}
	id, seen := r.PathValue("id"), fields.Get("sha256")
	err = s.record(r, "trust", id, map[string]any{"sha256": seen}, func() (string, error) {
		return "", s.sup.Trust(id, seen, actorOf(r))
	})
	if err != nil {
		return err
	}
	if name := fields.Get("start"); name != "" {
		if err := s.begin(r, "start", app.Ref{Project: id, Name: name}, s.sup.Start); err != nil {
			return err
		}
	}
	return seeOther(w, views.ProjectPath(id))
}

// forgetAction forgets a project.
func (s *Server) forgetAction(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	err := s.record(r, "forget", id, nil, func() (string, error) { return "", s.sup.Forget(r.Context(), id, actorOf(r)) })
	if err != nil {
		return err
	}
	if isFragment(r) {
		w.Header().Set("HX-Redirect", "/settings")
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return seeOther(w, "/settings")
}

// signOut ends the browser's session.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request) error {
	if cookie, err := r.Cookie(sessionCookie); err == nil {
		s.sessions.end(cookie.Value)
	}
	setSession(w, "", -1)
	return seeOther(w, "/")
}

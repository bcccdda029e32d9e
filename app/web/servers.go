package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"devservers/app"
	"devservers/app/wait"
)

// longestWait bounds how long one request may wait. Who waits longer asks again.
const longestWait = time.Hour

func (s *Server) servers(w http.ResponseWriter, r *http.Request) error {
	view, err := s.sup.Project(r.PathValue("id"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, some(view.Servers))
}

func (s *Server) tasks(w http.ResponseWriter, r *http.Request) error {
	view, err := s.sup.Project(r.PathValue("id"))
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, some(view.Tasks))
}

// some makes an empty list of none at all, so that it is [] in JSON.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// ref is what the path names. The project may be given by its unique name or a directory in it, too.
func (s *Server) ref(r *http.Request) (app.Ref, error) {
	ref := app.Ref{Project: r.PathValue("id"), Name: r.PathValue("name")}
	if _, err := s.sup.Status(ref); err == nil {
		return ref, nil
	}
	view, err := s.sup.Project(ref.Project)
	if err != nil {
		return ref, err
	}
	ref.Project = view.ID
	_, err = s.sup.Status(ref)
	return ref, err
}

func (s *Server) server(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	status, err := s.sup.Status(ref)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, status)
}

// StartRequest is the body of start, stop, restart and run; it may be left out.
type StartRequest struct {
	Env  map[string]string `json:"env,omitempty"`  // the caller's login environment; only with the bearer token
	With []string          `json:"with,omitempty"` // of stop: others of the project that are stopped along, each before what it needs
}

// An operation is one of the supervisor's that changes what is wanted of a server.
type operation func(context.Context, app.Ref, app.StartOptions) (app.Result, error)

func (s *Server) start(w http.ResponseWriter, r *http.Request) error {
	return s.operate(w, r, "start", s.sup.Start)
}

func (s *Server) stop(w http.ResponseWriter, r *http.Request) error {
	return s.operate(w, r, "stop", s.sup.Stop)
}

func (s *Server) restart(w http.ResponseWriter, r *http.Request) error {
	return s.operate(w, r, "restart", s.sup.Restart)
}

func (s *Server) runTask(w http.ResponseWriter, r *http.Request) error {
	return s.operate(w, r, "run", s.sup.RunTask)
}

// pin asks that agents and the idle timeout leave a server alone.
func (s *Server) pin(w http.ResponseWriter, r *http.Request) error {
	return s.mark(w, r, "pin", true)
}

func (s *Server) unpin(w http.ResponseWriter, r *http.Request) error {
	return s.mark(w, r, "unpin", false)
}

func (s *Server) mark(w http.ResponseWriter, r *http.Request, action string, pinned bool) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	var result app.Result
	err = s.record(r, action, ref.String(), nil, func() (string, error) {
		result, err = s.sup.Pin(ref, pinned, actorOf(r))
		return result.Run, err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, result)
}

// operate bounds the waiting by the request's life; the run goes on when its client is gone.
func (s *Server) operate(w http.ResponseWriter, r *http.Request, action string, do operation) error {
	o, err := startOptions(w, r)
	if err != nil {
		return err
	}
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	var result app.Result
	err = s.record(r, action, ref.String(), map[string]any{"wait": o.Wait}, func() (string, error) {
		result, err = do(r.Context(), ref, o)
		return runOf(result, err), err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, result)
}

// runOf is the run that an operation was about, whether it succeeded or not.
func runOf(result app.Result, err error) string {
	if e := (*app.Error)(nil); errors.As(err, &e) {
		return e.Run
	}
	return result.Run
}

func startOptions(w http.ResponseWriter, r *http.Request) (app.StartOptions, error) {
	var body StartRequest
	if err := readJSON(w, r, &body); err != nil {
		return app.StartOptions{}, err
	}
	if body.Env != nil && credentialOf(r) != bearer {
		return app.StartOptions{}, fail(app.CodeForbidden, "leave env out", "only the command line may send an environment")
	}
	q := query{values: r.URL.Query()}
	o := app.StartOptions{
		Actor: actorOf(r), Env: body.Env, With: body.With,
		Wait: oneOf(&q, "wait", app.WaitReady, app.WaitStarted, app.WaitNone), Timeout: q.duration("timeout", longestWait),
	}
	return o, q.done()
}

func (s *Server) runs(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	runs, err := s.sup.Runs(ref)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, some(runs))
}

// wait answers once what was asked for is so, or the time is over; that is no error, the answer says which.
func (s *Server) wait(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	q := query{values: r.URL.Query()}
	ask := wait.Query{
		Ref: ref, Until: oneOf(&q, "until", wait.Untils...),
		Pattern: q.text("pattern"), Timeout: q.duration("timeout", longestWait),
	}
	ask.Run, ask.After = q.cursor("after")
	if err := q.done(); err != nil {
		return err
	}
	result, err := s.waiter.For(r.Context(), ask)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, result)
}

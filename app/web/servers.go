package web

import (
	"net/http"

	"devservers/app"
	"devservers/app/history"
	"devservers/app/supervisor"
	"devservers/app/wait"
	"devservers/app/web/guard"
	"devservers/app/web/ui"
	"devservers/app/web/wire"
	"devservers/app/why"
)

// serverAPI answers requests about servers and tasks.
type serverAPI struct {
	sup     *supervisor.Supervisor
	waiter  *wait.Waiter
	causes  *why.Why
	history *history.Store
}

func (s serverAPI) one(w http.ResponseWriter, _ *http.Request, ref app.Ref) error {
	status, err := s.sup.Status(ref)
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, http.StatusOK, status)
}

// StartRequest is the optional body of start, stop, restart and run.
type StartRequest struct {
	Env  map[string]string `json:"env,omitempty"`  // the caller's login environment; only with the bearer token
	With []string          `json:"with,omitempty"` // of stop: others of the project to stop along, each before what it needs
}

// operate returns the handler of an operation. The request's life bounds the waiting, not the run.
func (s serverAPI) operate(action history.Action, do ui.Operation) targeted {
	return func(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
		o, err := startOptions(w, r)
		if err != nil {
			return err
		}
		var result app.Result
		err = s.history.Do(o.Actor, action, ref.String(), map[string]any{"wait": o.Wait}, func() (string, error) {
			result, err = do(r.Context(), ref, o)
			return wire.RunOf(result, err), err
		})
		if err != nil {
			return err
		}
		return wire.WriteJSON(w, http.StatusOK, result)
	}
}

func startOptions(w http.ResponseWriter, r *http.Request) (supervisor.StartOptions, error) {
	var body StartRequest
	if err := wire.ReadJSON(w, r, &body); err != nil {
		return supervisor.StartOptions{}, err
	}
	if body.Env != nil && guard.CredentialOf(r) != guard.Bearer {
		return supervisor.StartOptions{}, app.Failf(app.CodeForbidden, "leave env out", "only the command line may send an environment")
	}
	q := wire.NewQuery(r.URL.Query())
	o := supervisor.StartOptions{
		Actor: guard.ActorOf(r), Env: body.Env, With: body.With,
		Wait: wire.OneOf(q, "wait", app.WaitReady, app.WaitStarted, app.WaitNone), Timeout: q.Duration("timeout", wire.LongestWait),
	}
	return o, q.Done()
}

// pin makes agents and the idle timeout leave a server alone.
func (s serverAPI) pin(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	return s.setPin(w, r, ref, history.Pin, true)
}

func (s serverAPI) unpin(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	return s.setPin(w, r, ref, history.Unpin, false)
}

func (s serverAPI) setPin(w http.ResponseWriter, r *http.Request, ref app.Ref, action history.Action, pinned bool) error {
	actor := guard.ActorOf(r)
	var result app.Result
	err := s.history.Do(actor, action, ref.String(), nil, func() (_ string, err error) {
		result, err = s.sup.Pin(ref, pinned, actor)
		return result.Run, err
	})
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, http.StatusOK, result)
}

func (s serverAPI) runs(w http.ResponseWriter, _ *http.Request, ref app.Ref) error {
	runs, err := s.sup.Runs(ref)
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, http.StatusOK, some(runs))
}

// wait answers once the condition is met or the time is up. The answer says which; a timeout is not an error.
func (s serverAPI) wait(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	q := wire.NewQuery(r.URL.Query())
	ask := wait.Query{
		Ref: ref, Until: wire.OneOf(q, "until", wait.Untils...),
		Pattern: q.Text("pattern"), Timeout: q.Duration("timeout", wire.LongestWait),
	}
	ask.Run, ask.After = q.Cursor("after")
	if err := q.Done(); err != nil {
		return err
	}
	result, err := s.waiter.For(r.Context(), ask)
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, http.StatusOK, result)
}

// why answers what is wrong with a server or task.
func (s serverAPI) why(w http.ResponseWriter, _ *http.Request, ref app.Ref) error {
	d, err := s.causes.Diagnose(ref)
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, http.StatusOK, d)
}

// env explains the environment of a server's next start. Secrets are masked.
func (s serverAPI) env(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	if guard.ActorOf(r).Kind == app.ActorMCP {
		return app.Failf(app.CodeNeedsHuman, "devservers env shows it to a person", "agents cannot read the environment")
	}
	list, err := s.sup.Environment(ref)
	if err != nil {
		return err
	}
	return wire.WriteJSON(w, http.StatusOK, some(list))
}

package web

import (
	"net/http"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/logs"
	"devservers/app/reading/why"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/pages"
	"devservers/app/web/wire"
)

func (s *Site) servers() serverAPI {
	return serverAPI{s.sup, s.o.Wait, s.o.History, s.o.Why, s.o.Permits}
}

// serverAPI answers requests about servers and tasks.
type serverAPI struct {
	sup     *supervisor.Supervisor
	waiter  *logs.Waiter
	history *history.Store
	causes  *why.Why
	permits *access.Permits
}

// StartRequest is the optional body of start, stop, restart and run.
type StartRequest struct {
	Env  map[string]string `json:"env,omitempty"`       // the caller's login environment; only with the bearer token
	Args []string          `json:"arguments,omitempty"` // of run: what is added to the command
	// of stop: others of the project to stop along, each before what it needs
	With []string `json:"with,omitempty"`
}

// operate returns the handler of an operation. The request's life bounds the waiting, not the run.
func (s serverAPI) operate(action history.Action, do pages.Operation) targeted {
	return func(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
		o, err := startOptions(w, r)
		if err != nil {
			return err
		}
		result, err := history.Record(s.history, o.Actor, action, ref, map[string]any{"wait": o.Wait},
			func() (app.Result, error) {
				return do(r.Context(), ref, o)
			})
		return wire.Answer(w, result, s.causes.Explain(r.Context(), ref, err))
	}
}

func startOptions(w http.ResponseWriter, r *http.Request) (supervisor.StartOptions, error) {
	var body StartRequest
	if err := wire.ReadJSON(w, r, &body); err != nil {
		return supervisor.StartOptions{}, err
	}
	if body.Env != nil && guard.CredentialOf(r) != guard.Bearer {
		return supervisor.StartOptions{}, app.Failf(app.CodeForbidden, "leave env out",
			"only the command line may send an environment")
	}
	q := wire.NewParameters(r.URL.Query())
	o := supervisor.StartOptions{
		Actor: guard.ActorOf(r), Env: body.Env, Args: body.Args, With: body.With,
		Wait:    wire.OneOf(q, "wait", app.WaitReady, app.WaitStarted, app.WaitNone),
		Timeout: q.Duration("timeout", wire.LongestWait),
	}
	return o, q.Done()
}

// pin makes agents and the idle timeout leave a server alone, or no longer.
func (s serverAPI) pin(action history.Action) targeted {
	return func(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
		actor := guard.ActorOf(r)
		result, err := history.Record(s.history, actor, action, ref, nil, func() (app.Result, error) {
			return s.sup.Pin(ref, action == history.Pin, actor)
		})
		return wire.Answer(w, result, err)
	}
}

// adopt follows what serves the port of a server.
func (s serverAPI) adopt(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	actor := guard.ActorOf(r)
	result, err := history.Record(s.history, actor, history.Adopt, ref, nil,
		func() (app.Result, error) { return s.sup.Adopt(ref, actor) })
	return wire.Answer(w, result, err)
}

// wait answers once the condition is met or the time is up. The answer states which; a timeout is not an error.
func (s serverAPI) wait(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	q := wire.NewParameters(r.URL.Query())
	ask := logs.WaitQuery{
		Ref: ref, Until: wire.OneOf(q, "until", logs.Untils...),
		Pattern: q.Text("pattern"), Timeout: q.Duration("timeout", wire.LongestWait),
	}
	ask.Run, ask.After = q.Cursor("after")
	if err := q.Done(); err != nil {
		return err
	}
	result, err := s.waiter.For(r.Context(), ask)
	return wire.Answer(w, result, err)
}

// why answers what is wrong with a server or task.
func (s serverAPI) why(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	d, err := s.causes.Diagnose(r.Context(), ref)
	return wire.Answer(w, d, err)
}

// env explains the environment of a server's next start. Secrets are masked.
func (s serverAPI) env(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	if guard.ActorOf(r).IsAgent() {
		return app.Failf(app.CodeNeedsHuman, "devservers env shows it to a person", "agents cannot read the environment")
	}
	list, err := access.Environment(s.sup, ref)
	return wire.Answer(w, list, err)
}

// changed returns what the last run runs that has changed since a person last decided.
func (s serverAPI) changed(ref app.Ref) (app.CodeChange, error) { return pages.CodeChange(s.sup, ref) }

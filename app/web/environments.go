package web

import (
	"net/http"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/environment"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/wire"
)

// environmentRoutes are the requests about the git worktrees of a project, and for a command in a server's place.
func (s *Site) environmentRoutes() []route {
	const get, post, one = http.MethodGet, http.MethodPost, "/api/projects/:id"
	of, e := s.resolved, environmentAPI{s}
	return []route{
		{holders, get, one + "/environments", of(e.list)},
		{holders, post, one + "/environments", of(given(http.StatusAccepted, e.up))},
		{holders, get, one + "/environment", of(e.wait)},
		{holders, post, one + "/environment/remove", of(given(http.StatusAccepted, e.down))},
		{holders, post, one + "/servers/:name/exec", of(given(http.StatusOK, e.exec))},
		{holders, post, one + "/tasks/:name/exec", of(given(http.StatusOK, e.exec))},
	}
}

// environmentAPI answers requests about environments.
type environmentAPI struct{ s *Site }

func (e environmentAPI) list(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	q := wire.NewParameters(r.URL.Query())
	sizes := q.Flag("sizes")
	if err := q.Done(); err != nil {
		return err
	}
	list, err := e.s.o.Environments.List(r.Context(), ref.Project, sizes)
	if list == nil {
		list = []app.Environment{}
	}
	return wire.Answer(w, list, err)
}

// UpRequest is the body of POST /api/projects/{id}/environments.
type UpRequest struct {
	Branch  string            `json:"branch"`            // "" = the project's own checkout, which is a worktree
	From    string            `json:"from,omitempty"`    // the commit from which a new branch starts
	Path    string            `json:"path,omitempty"`    // of a new worktree, absolute
	Servers bool              `json:"servers,omitempty"` // start them in the end
	Again   bool              `json:"again,omitempty"`   // run all tasks of setup
	Env     map[string]string `json:"env,omitempty"`     // of the caller's shell; only with the token
}

func (e environmentAPI) up(r *http.Request, ref app.Ref, body UpRequest) (env app.Environment, err error) {
	if body.Env != nil && guard.CredentialOf(r) != guard.Bearer {
		return env, app.Failf(app.CodeForbidden, "leave env out", "only the command line may send an environment")
	}
	ask := environment.Wanted{Project: ref.Project, Branch: body.Branch, Start: body.From, Path: body.Path,
		Servers: body.Servers, Again: body.Again, Actor: guard.ActorOf(r), Env: body.Env}
	return e.s.o.Environments.Make(r.Context(), e.s.o.History, ask)
}

// wait answers an environment once the work on it has ended or the time is up.
func (e environmentAPI) wait(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	q := wire.NewParameters(r.URL.Query())
	name, path, wait := q.Text("name"), q.Text("path"), q.Duration("timeout", wire.LongestWait)
	if err := q.Done(); err != nil {
		return err
	}
	if path == "" {
		env, err := e.s.o.Environments.Find(ref.Project, name)
		if err != nil {
			return err
		}
		path = env.Path
	}
	env, err := e.s.o.Environments.WaitFor(r.Context(), path, wait)
	return wire.Answer(w, env, err)
}

// DownRequest is the body of POST /api/projects/{id}/environment/remove.
type DownRequest struct {
	Name   string            `json:"name"`             // id, branch or path
	Keep   bool              `json:"keep,omitempty"`   // leave the checkout
	Remove bool              `json:"remove,omitempty"` // remove a checkout that devservers did not make
	Force  bool              `json:"force,omitempty"`  // lose uncommitted work
	Env    map[string]string `json:"env,omitempty"`    // as of UpRequest
}

func (e environmentAPI) down(r *http.Request, ref app.Ref, body DownRequest) (app.Environment, error) {
	end := environment.Removal{Keep: body.Keep, Remove: body.Remove, Force: body.Force, Actor: guard.ActorOf(r)}
	return e.s.o.Environments.Remove(r.Context(), e.s.o.History, ref.Project, body.Name, end)
}

// ExecRequest is the body of POST .../exec.
type ExecRequest struct {
	Env map[string]string `json:"env,omitempty"` // of the caller's shell
}

// ExecAnswer is where and with what a command runs in the place of a server.
type ExecAnswer struct {
	Dir string   `json:"dir"`
	Env []string `json:"env"` // NAME=value, with secrets
}

// exec answers with the directory and the whole environment of a server, to the command line of a person alone: agents
// run declared tasks.
func (e environmentAPI) exec(r *http.Request, ref app.Ref, body ExecRequest) (answer ExecAnswer, err error) {
	if guard.CredentialOf(r) != guard.Bearer || guard.ActorOf(r).IsAgent() {
		return answer, app.Failf(app.CodeNeedsHuman, "run a declared task: devservers run TASK",
			"an agent cannot read the environment of a server, nor run other commands in it")
	}
	return history.Record(e.s.o.History, guard.ActorOf(r), history.Exec, ref, nil, func() (ExecAnswer, error) {
		e.s.sup.Files.SetEnv(ref.Project, body.Env)
		now, err := e.s.sup.Situation(ref)
		if err != nil {
			return ExecAnswer{}, err
		}
		d := e.s.sup.Files.Declared(ref.Project)
		if now.Server.Kind == config.KindServer && now.Server.External {
			now.Server.WorkingDir = d.Conf.Dir
		}
		dir, env, fail := e.s.sup.Files.Place(d, now.Server, now.Status.Port)
		if fail != nil {
			return ExecAnswer{}, fail
		}
		return ExecAnswer{dir, env.List()}, nil
	})
}

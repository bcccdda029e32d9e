// Package environment makes an environment of a git worktree: a checkout, copies of ignored files, data of its own,
// tasks that prepare it. All work is in steps that can be repeated: what a killed manager leaves of a step is finished
// or undone by the next call, from the record that was on disk before.
package environment

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
	"devservers/app/engine/supervisor"
	"devservers/app/project"
)

// Environments are the worktrees of all projects. All methods are safe for concurrent use.
type Environments struct {
	sup     *supervisor.Supervisor
	records *settings.Records
	stacks  stacks
	dir     string // of the files about worktrees
	home    string
	log     *slog.Logger

	planning sync.Mutex // held while names of forks are chosen, until their record is on disk
	turns    sync.Map   // the *sync.Mutex of each repository, by its main checkout
	mu       sync.Mutex
	jobs     map[string]*job // by the project's directory in the worktree: under way, or the last one
}

// Options are where an Environments keeps its files, and whose projects it may touch.
type Options struct {
	State, Home string
	Log         *slog.Logger
}

// New returns the environments of a manager.
func New(sup *supervisor.Supervisor, o Options) *Environments {
	records, dir := sup.Files.Branches, filepath.Join(o.State, "branches")
	return &Environments{sup: sup, records: records, stacks: stacks{records, dir}, dir: dir, home: o.Home, log: o.Log,
		jobs: map[string]*job{}}
}

// Wanted is a request for an environment.
type Wanted struct {
	Project string            // the id of one of the project's checkouts
	Branch  string            // "" = Project's own checkout, which is a worktree
	Start   string            // the commit from which a new branch starts; "" = the main checkout's HEAD
	Path    string            // of a new worktree; "" = beside the main checkout
	Servers bool              // start the servers in the end
	Again   bool              // run the tasks of setup also if their inputs are unchanged
	Actor   app.Actor         // who asks
	Env     map[string]string // of the caller's shell; nil = what is known
}

// ground is where an environment is, or will be.
type ground struct {
	main *project.Declared // of the main checkout
	top  string            // of the worktree
	dir  string            // of the project in it
	rel  string            // of the project in each checkout
	git  yml.Checkout      // the main checkout
}

// mainOf returns the main checkout of a project, which is registered if it isn't yet.
func (e *Environments) mainOf(id string) (ground, error) {
	d := e.sup.Files.Declared(id)
	if d == nil {
		return ground{}, project.ProblemOf(nil, id)
	}
	own, ok := yml.CheckoutOf(d.Reg.Path)
	if !ok {
		return ground{}, app.Failf(app.CodeInvalid, "environments are git worktrees: run git init and commit first",
			"%s is not in a git repository", d.Reg.Path)
	}
	dir := own.Main(d.Reg.Path)
	if dir == "" {
		return ground{}, app.Failf(app.CodeInvalid, "clone it with a work tree",
			"the repository %s has no main checkout to copy from", own.GitDir)
	}
	if dir != d.Reg.Path {
		v, _, err := e.sup.Register(dir)
		if err != nil {
			return ground{}, err
		}
		d = e.sup.Files.Declared(v.ID)
	}
	if d == nil || d.Problem != nil {
		return ground{}, project.ProblemOf(d, id)
	}
	top := filepath.Dir(own.GitDir)
	rel, err := filepath.Rel(top, dir)
	return ground{main: d, rel: rel, git: yml.Checkout{Top: top, GitDir: own.GitDir}}, err
}

// at returns p with its worktree.
func (p ground) at(top string) ground {
	p.top, p.dir = top, filepath.Join(top, p.rel)
	return p
}

// begin starts do with the record of a worktree, unless work on it is under way.
func (e *Environments) begin(b settings.Branch, do func(ctx context.Context, j *job) error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if old := e.jobs[b.Dir]; old != nil && !old.ended() {
		return
	}
	j := newJob(e, b)
	e.jobs[b.Dir] = j
	if !e.sup.Go(func(ctx context.Context) { j.run(ctx, do) }) {
		j.end(app.Failf(app.CodeConflict, "try again", "the manager is shutting down"))
	}
}

// current returns the work on a worktree, or nil.
func (e *Environments) current(dir string) *job {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.jobs[dir]
}

// Find returns the record or the worktree that a text names: an id, a branch of the project, or a directory.
func (e *Environments) Find(near, text string) (app.Environment, error) {
	list, err := e.List(context.Background(), near, false)
	if err != nil {
		return app.Environment{}, err
	}
	var found []app.Environment
	var names []string
	for _, env := range list {
		if env.ID == text || env.Branch == text || env.Path == text || strings.TrimPrefix(env.ID, env.Project+"@") == text {
			found = append(found, env)
		}
		names = append(names, env.Branch)
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		fail := app.Failf(app.CodeNotFound, "list them: devservers environments", "there is no environment %q", text)
		if fail.Choices = names; len(words.Meant(text, names)) > 0 {
			fail.Hint = "did you mean " + words.Or(words.Meant(text, names)) + "?"
		}
		return app.Environment{}, fail
	}
	return app.Environment{}, app.Failf(app.CodeInvalid, "name one by its id: "+found[0].ID+", "+found[1].ID,
		"%q names several environments", text)
}

// Wait returns an environment once the work on it has ended, or ctx ends.
func (e *Environments) Wait(ctx context.Context, dir string) (app.Environment, error) {
	e.current(dir).await(ctx)
	return e.view(ctx, dir)
}

// WaitFor is Wait for at most a time.
func (e *Environments) WaitFor(ctx context.Context, dir string, limit time.Duration) (app.Environment, error) {
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	e.current(dir).await(bounded)
	return e.view(ctx, dir)
}

// UpFor is Up, and waits for at most a time until that is done.
func (e *Environments) UpFor(ctx context.Context, a Wanted, limit time.Duration) (app.Environment, error) {
	env, err := e.Up(ctx, a)
	if err == nil {
		env, err = e.WaitFor(ctx, env.Path, limit)
	}
	if err == nil && env.Problem != nil {
		err = env.Problem
	}
	return env, err
}

// view returns the environment of a directory.
func (e *Environments) view(ctx context.Context, dir string) (app.Environment, error) {
	list, err := e.List(ctx, "", false)
	for _, env := range list {
		if env.Path == dir {
			env.Removed = e.current(dir).gone()
			return env, err
		}
	}
	if j := e.current(dir); j != nil && j.ended() {
		return e.gone(j), j.err
	}
	return app.Environment{}, errors.Join(err, app.Failf(app.CodeNotFound, "list them: devservers environments",
		"there is no environment in %s", dir))
}

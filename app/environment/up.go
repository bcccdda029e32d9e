package environment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
	"devservers/app/engine/supervisor"
	"devservers/app/project"
)

// Up makes the environment of a branch, or finishes and updates one, and returns when that has begun: see Wait. What
// can't be done is reported before anything is.
func (e *Environments) Up(ctx context.Context, a Wanted) (app.Environment, error) {
	p, b, err := e.target(ctx, a)
	if err != nil {
		return app.Environment{}, err
	}
	e.sup.Files.SetEnv(p.main.Reg.ID, a.Env)
	if fail := e.sup.Files.Trusted(p.main); fail != nil {
		return app.Environment{}, fail
	}
	if j := e.current(b.Dir); j == nil || j.ended() {
		if b, err = e.plan(ctx, p, b); err != nil {
			return app.Environment{}, err
		}
	}
	e.begin(b, func(ctx context.Context, j *job) error { return e.up(ctx, j, p, a) })
	return e.view(ctx, b.Dir)
}

// target returns where the environment is or will be, and its record, which is a new one if it has none.
func (e *Environments) target(ctx context.Context, a Wanted) (ground, settings.Branch, error) {
	p, err := e.mainOf(a.Project)
	if err != nil {
		return p, settings.Branch{}, err
	}
	g := e.git(p)
	branch, top := a.Branch, ""
	if branch == "" {
		own, _ := yml.CheckoutOf(e.sup.Files.Declared(a.Project).Reg.Path)
		if top = own.Top; !own.Linked() {
			return p, settings.Branch{}, app.Failf(app.CodeInvalid,
				"run it in a worktree, or make one: devservers up BRANCH", "%s is the main checkout", own.Top)
		}
		branch = g.branchOf(ctx, top)
	} else if top, err = g.worktreeOf(ctx, branch); err != nil {
		return p, settings.Branch{}, err
	}
	if hidden(top) {
		return p, settings.Branch{}, app.Failf(app.CodeConflict, "wait for it", "%s is being made or removed", top)
	}
	if top == p.git.Top {
		return p, settings.Branch{}, app.Failf(app.CodeInvalid, "name another branch",
			"%s is checked out in the main checkout, %s", branch, top)
	}
	id := p.main.Reg.Name + "@" + cmp.Or(yml.Suggest(branch), short(top)[:7])
	if top != "" {
		return e.known(p.at(top), id, branch, a)
	}
	return e.fresh(ctx, p, g, id, branch, a)
}

// known is target for a worktree that git lists.
func (e *Environments) known(p ground, id, branch string, a Wanted) (ground, settings.Branch, error) {
	if b, ok := e.records.At(p.dir); ok {
		return p, b, nil
	}
	return p, p.record(id, branch, a), nil
}

func (p ground) record(id, branch string, a Wanted) settings.Branch {
	return settings.Branch{ID: id, Name: p.main.Reg.Name, Branch: branch, Top: p.top, Dir: p.dir, Main: p.main.Reg.Path,
		From: a.Start, By: a.Actor.String(), At: time.Now().UTC()}
}

// fresh is target for a worktree that has to be made, or that a killed manager had begun to make.
func (e *Environments) fresh(ctx context.Context, p ground, g git, id, branch string, a Wanted) (ground,
	settings.Branch, error) {
	for _, b := range e.records.All() {
		if b.Branch == branch && b.Main == p.main.Reg.Path && b.Made && b.Doing != "" {
			return p.at(b.Top), b, nil
		}
	}
	top, err := e.free(p, branch, a.Path)
	if err != nil {
		return p, settings.Branch{}, err
	}
	b := p.at(top).record(id, branch, a)
	b.Made = true
	b.Created, err = g.isNew(ctx, branch, a.Start)
	return p.at(top), b, err
}

// free returns the directory of a new worktree, which must not exist and must be one where projects may be.
func (e *Environments) free(p ground, branch, path string) (string, error) {
	top := path
	if top == "" {
		name := cmp.Or(yml.Suggest(branch), "branch")
		top = filepath.Join(filepath.Dir(p.git.Top), filepath.Base(p.git.Top)+".worktrees", name)
	}
	if !filepath.IsAbs(top) {
		return "", app.Failf(app.CodeInvalid, "give an absolute path", "%q is not an absolute path", top)
	}
	if _, err := os.Lstat(top); err == nil {
		return "", app.Failf(app.CodeConflict, "choose another directory with --path, or remove it",
			"%s exists already, and is not a worktree of %s", top, branch)
	}
	above := filepath.Dir(top)
	for above != "/" {
		if _, err := os.Stat(above); err == nil {
			break
		}
		above = filepath.Dir(above)
	}
	above, err := filepath.EvalSymlinks(above)
	if err != nil {
		return "", err
	}
	if yml.Within(e.home, above) || yml.Within(filepath.Dir(p.git.Top), above) {
		return top, nil
	}
	return "", app.Failf(app.CodeForbidden, "choose one with --path below "+e.home,
		"%s is outside the home directory", top)
}

// plan checks all that can be known before, and records what will be made, before any of it is.
func (e *Environments) plan(ctx context.Context, p ground, b settings.Branch) (settings.Branch, error) {
	for _, name := range p.main.Conf.Worktree.Setup {
		if _, ok := p.main.Conf.Find(name); !ok {
			return b, app.Failf(app.CodeConfig, "declare it under tasks:", "no task is called %q", name)
		}
	}
	e.planning.Lock()
	defer e.planning.Unlock()
	b, err := e.planForks(ctx, p, b)
	if err != nil {
		return b, err
	}
	b.Doing, b.Failed, b.Steps = settings.Up, "", nil
	return b, e.records.Save(b)
}

// The steps of up, in order. Copies and data are made at the same time.
const (
	stepCheckout = "checkout"
	stepProject  = "project"
	stepCopy     = "copy and data"
	stepSetup    = "setup"
	stepStart    = "start"
)

func (e *Environments) up(ctx context.Context, j *job, p ground, a Wanted) error {
	steps := []step{
		{stepCheckout, func() (string, error) { return e.checkout(ctx, j, p, a.Actor) }},
		{stepProject, func() (string, error) { return e.enter(ctx, j, p) }},
		{stepCopy, func() (string, error) { return e.copyAndFork(ctx, j, p) }},
		{stepSetup, func() (string, error) { return e.setup(ctx, j, a) }},
	}
	if a.Servers {
		steps = append(steps, step{stepStart, func() (string, error) { return e.start(ctx, j, a) }})
	}
	if err := j.all(settings.Up, steps); err != nil {
		return err
	}
	return j.change(func(b *settings.Branch) { b.Doing = "" })
}

func inStep(step string, err error) error {
	if errors.Is(err, context.Canceled) {
		return app.Failf(app.CodeConflict, "the same call resumes it", "the manager was stopped in the step %s", step)
	}
	fail := *app.AsError(err, app.CodeDependency)
	fail.Detail = step + ": " + fail.Detail
	return &fail
}

// enter registers the project in the worktree. A devservers.yml that git doesn't have comes from the main checkout.
func (e *Environments) enter(ctx context.Context, j *job, p ground) (string, error) {
	file := filepath.Base(p.main.File())
	if err := p.bring(ctx, file); err != nil {
		return "", err
	}
	v, _, err := e.sup.Register(filepath.Join(p.dir, file))
	if err != nil {
		return "", err
	}
	b, d := j.now(), e.sup.Files.Declared(v.ID)
	b.ID = v.ID
	stack, notes, err := e.stacks.of(p, d, v.Servers, b)
	if err != nil {
		return "", err
	}
	return v.ID, j.change(func(b *settings.Branch) {
		b.ID, b.Stack = v.ID, stack
		b.Notes = append(p.differences(), notes...)
	})
}

// copyAndFork copies files while data is forked.
func (e *Environments) copyAndFork(ctx context.Context, j *job, p ground) (string, error) {
	both := []func() (string, error){
		func() (string, error) { return p.copyAll(ctx, j) },
		func() (string, error) { return e.forkAll(ctx, j, p) },
	}
	done, err := atOnce(both, func(do func() (string, error)) (string, error) { return do() })
	return strings.Join(slices.DeleteFunc(done, func(s string) bool { return s == "" }), "; "), err
}

// start starts the servers that start on their own, all at once.
func (e *Environments) start(ctx context.Context, j *job, a Wanted) (string, error) {
	v, err := e.sup.Project(j.now().ID)
	if err != nil {
		return "", err
	}
	list := slices.DeleteFunc(slices.Clone(v.Servers), func(st app.Status) bool { return !st.Autostart })
	if len(list) == 0 {
		list = v.Servers
	}
	results, err := atOnce(list, func(st app.Status) (string, error) {
		r, err := e.sup.Start(ctx, st.Ref(), supervisor.StartOptions{Actor: a.Actor, Env: a.Env})
		return fmt.Sprint(st.Name, " ", cmp.Or(r.Address(), string(r.State))), err
	})
	return strings.Join(results, ", "), err
}

// environOf returns the environment of the main checkout's servers: of the first one that has a variable.
func (e *Environments) environOf(d *project.Declared, variable string) (first project.Environ, err error) {
	for i, server := range d.Servers {
		env, fail := e.sup.Files.Environ(d, server, server.WorkingDir, 0)
		if fail != nil {
			err = errors.Join(err, fail)
			continue
		}
		if _, has := env.Get(variable); has || variable == "" {
			return env, nil
		}
		if first == nil || i == 0 {
			first = env
		}
	}
	if first == nil && err != nil {
		return nil, err
	}
	return first, nil
}

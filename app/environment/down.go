package environment

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
	"devservers/app/engine/supervisor"
	"devservers/app/environment/copies"
	"devservers/app/project"
)

// Removal is a request to remove an environment.
type Removal struct {
	Dir    string // the environment's Path
	Keep   bool   // leave the checkout, though we made it
	Remove bool   // remove the checkout, though git or an editor made it
	Force  bool   // also uncommitted work is lost, and a failed cleanup doesn't matter
	Actor  app.Actor
	Env    map[string]string
}

// The steps of down, in order.
const (
	stepStop    = "stop"
	stepCleanup = "cleanup"
	stepData    = "drop data"
	stepStack   = "remove containers"
	stepRemove  = "remove checkout"
	stepForget  = "forget"
)

// Down removes an environment, and returns when that has begun: see Wait. It refuses to lose work that is in no commit.
func (e *Environments) Down(ctx context.Context, a Removal) (app.Environment, error) {
	b, p, err := e.ending(ctx, a)
	if err != nil {
		return app.Environment{}, err
	}
	if err := e.records.Save(b); err != nil {
		return app.Environment{}, err
	}
	e.begin(b, func(ctx context.Context, j *job) error { return e.down(ctx, j, p, a) })
	return e.view(ctx, b.Dir)
}

// ending checks whether an environment may be removed, and returns its record.
func (e *Environments) ending(ctx context.Context, a Removal) (settings.Branch, ground, error) {
	if a.Force && a.Actor.IsAgent() {
		return settings.Branch{}, ground{}, app.Failf(app.CodeNeedsHuman, "a person runs devservers down --force",
			"an agent cannot discard uncommitted work")
	}
	if j := e.current(a.Dir); j != nil && !j.ended() {
		return settings.Branch{}, ground{}, app.Failf(app.CodeConflict, "wait for it: devservers environments",
			"%s is being worked on", j.now().ID)
	}
	b, ok := e.records.At(a.Dir)
	if !ok {
		var err error
		if b, err = e.unrecorded(ctx, a); err != nil {
			return b, ground{}, err
		}
	}
	p, err := e.placeOf(b)
	if err != nil {
		return b, p, err
	}
	if err := e.pinned(b, a); err != nil {
		return b, p, err
	}
	if !a.Force && e.removes(b, a) && b.Doing != settings.Down {
		if err := e.unsaved(ctx, p, b); err != nil {
			return b, p, err
		}
	}
	b.Doing, b.Failed, b.Steps = settings.Down, "", nil
	return b, p, nil
}

// unrecorded returns a record of a worktree that has nothing but its checkout.
func (e *Environments) unrecorded(ctx context.Context, a Removal) (settings.Branch, error) {
	own, ok := yml.CheckoutOf(a.Dir)
	id, err := e.sup.Files.Find(a.Dir)
	if !ok || !own.Linked() || err != nil {
		return settings.Branch{}, app.Failf(app.CodeInvalid, "name a worktree: devservers environments",
			"%s is not a worktree of a registered project", a.Dir)
	}
	p, err := e.mainOf(id)
	if err != nil {
		return settings.Branch{}, err
	}
	p = p.at(own.Top)
	return p.record(id, e.git(p).branchOf(ctx, own.Top), Wanted{Actor: a.Actor}), nil
}

// placeOf returns the place of a record, whose main checkout may be gone.
func (e *Environments) placeOf(b settings.Branch) (ground, error) {
	rel, err := filepath.Rel(b.Top, b.Dir)
	if err != nil {
		return ground{}, err
	}
	p := ground{main: &project.Declared{}, rel: rel}
	p.main.Reg.Path, p.main.Conf.Dir = b.Main, b.Main
	if id, err := e.sup.Files.Find(b.Main); err == nil {
		p.main = e.sup.Files.Declared(id)
	}
	if own, ok := yml.CheckoutOf(b.Main); ok {
		p.git = own
	}
	return p.at(b.Top), nil
}

func (e *Environments) down(ctx context.Context, j *job, p ground, a Removal) error {
	err := j.all(settings.Down, []step{
		{stepStop, func() (string, error) { return e.stop(ctx, j, a.Actor) }},
		{stepCleanup, func() (string, error) { return e.cleanup(ctx, j, a) }},
		{stepData, func() (string, error) { return e.dropAll(ctx, j, p) }},
		{stepStack, func() (string, error) { return e.removeStack(ctx, j, p) }},
		{stepRemove, func() (string, error) { return e.remove(ctx, j, p, a) }},
		{stepForget, func() (string, error) { return e.forget(ctx, j, a) }},
	})
	if err != nil {
		return err
	}
	testStep("before the record goes")
	return e.records.Remove(j.now().Dir)
}

// did notes what is gone.
func (j *job) did(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.removed = append(j.removed, fmt.Sprintf(format, args...))
}

// gone returns what down has removed, in words, once it has ended.
func (j *job) gone() []string {
	if j == nil || !j.ended() {
		return nil
	}
	return j.removed
}

// stop stops all that runs of the project.
func (e *Environments) stop(ctx context.Context, j *job, a app.Actor) (string, error) {
	names, err := e.stopAll(ctx, j.now(), a)
	if len(names) > 0 {
		j.did("stopped %s", words.And(names))
	}
	return strings.Join(names, ", "), err
}

// stopAll stops all that runs of the project in a worktree, and returns the names.
func (e *Environments) stopAll(ctx context.Context, b settings.Branch, a app.Actor) (names []string, err error) {
	v, err := e.sup.Project(b.ID)
	if err != nil || v.Path != b.Dir {
		return nil, nil // it was forgotten already
	}
	members := v.Members()
	for _, st := range members {
		if st.State.Up() || st.State == app.Sleeping {
			names = append(names, st.Name)
		}
	}
	_, err = atOnce(members, func(st app.Status) (string, error) {
		if !st.State.Up() {
			return "", nil
		}
		_, err := e.sup.Stop(ctx, st.Ref(), supervisor.StartOptions{Actor: a, With: names})
		return "", err
	})
	return names, err
}

// cleanup runs the tasks that precede the removal.
func (e *Environments) cleanup(ctx context.Context, j *job, a Removal) (string, error) {
	d := e.sup.Files.Declared(j.now().ID)
	if d == nil || d.Problem != nil || d.Reg.Path != j.now().Dir || !fileExists(d.File()) {
		return "", nil
	}
	for _, name := range d.Conf.Worktree.Cleanup {
		if e.sup.Files.Lacks(d) != "" {
			return "not needed: its data was never made", nil
		}
		err := e.runTask(ctx, app.Ref{Project: d.Reg.ID, Name: name}, Wanted{Actor: a.Actor, Env: a.Env})
		if err != nil && !a.Force {
			return "", err
		}
	}
	return strings.Join(d.Conf.Worktree.Cleanup, ", "), nil
}

// dropAll drops the data, and forgets each as soon as it is gone.
func (e *Environments) dropAll(ctx context.Context, j *job, p ground) (string, error) {
	for _, f := range j.now().Forks {
		own := config.OwnData{Name: f.Name, Kind: f.Kind, URL: f.From}
		m, err := e.makerOf(ctx, p, own, j.now().ID)
		if err != nil {
			return "", err
		}
		size, _ := m.Size(ctx, f)
		testStep("before drop " + f.Name)
		if err := m.Drop(ctx, f); err != nil {
			return "", err
		}
		testStep("after drop " + f.Name)
		did := "dropped"
		if copies.Stays(f) {
			did = "left what the checkout had before of"
		}
		j.did("%s %s: %s %s%s", did, f.Name, f.Kind, nameOf(f), sizeText(size))
		if err := j.change(func(b *settings.Branch) { b.Drop(f.Name) }); err != nil {
			return "", err
		}
	}
	return "", nil
}

func sizeText(size int64) string {
	if size == 0 {
		return ""
	}
	return ", " + words.Size(size)
}

func nameOf(f settings.Fork) string {
	if f.Own != "" {
		return f.Own
	}
	return f.Path
}

// remove removes the checkout. It is first moved aside, so that a half removed one is never in its place.
func (e *Environments) remove(ctx context.Context, j *job, p ground, a Removal) (string, error) {
	b := j.now()
	if !e.removes(b, a) {
		if fileExists(b.Top) {
			j.did("left the checkout %s, which devservers did not make: git worktree remove %s", b.Top, b.Top)
		}
		return "", nil
	}
	g := e.git(p)
	g.tools = e.tools(ctx, p)
	if fileExists(b.Top) && b.Temp == "" {
		hidden, err := os.MkdirTemp(filepath.Dir(b.Top), ".devservers-")
		if err != nil {
			return "", err
		}
		if err := j.change(func(b *settings.Branch) { b.Temp = filepath.Join(hidden, filepath.Base(b.Top)) }); err != nil {
			return "", err
		}
	}
	if b = j.now(); b.Temp != "" && fileExists(b.Top) {
		if err := os.MkdirAll(filepath.Dir(b.Temp), 0o700); err != nil {
			return "", err
		}
		if err := os.Rename(b.Top, b.Temp); err != nil {
			return "", err
		}
		testStep("moved aside")
	}
	for _, top := range []string{b.Top, b.Temp} {
		if err := g.unlist(ctx, top); err != nil {
			return "", err
		}
	}
	if b.Temp != "" {
		if err := os.RemoveAll(filepath.Dir(b.Temp)); err != nil {
			return "", err
		}
	}
	_ = os.Remove(filepath.Dir(b.Top)) // fails unless it is empty
	j.did("removed the checkout %s; the branch %s stays", b.Top, b.Branch)
	return "", j.change(func(b *settings.Branch) { b.Temp = "" })
}

// forget unregisters the project of a worktree that is gone.
func (e *Environments) forget(ctx context.Context, j *job, a Removal) (string, error) {
	b := j.now()
	if fileExists(b.Top) {
		return "", nil
	}
	err := e.sup.Forget(ctx, b.ID, a.Actor)
	if e.sup.Files.Declared(b.ID) == nil { // as removed worktrees are by themselves
		return "", nil
	}
	return "", err
}

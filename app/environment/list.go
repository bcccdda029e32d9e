package environment

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
	"devservers/app/environment/copies"
)

// measureLimit bounds how long a list waits for sizes.
const measureLimit = 3 * time.Second

// List returns the environments of the repository of a project, or of all projects: worktrees that git lists, and
// records of ones that are gone. With sizes, it measures data and disk, as far as that is quick.
func (e *Environments) List(ctx context.Context, id string, sizes bool) ([]app.Environment, error) {
	ctx, cancel := context.WithTimeout(ctx, measureLimit)
	defer cancel()
	dir := ""
	if id != "" {
		p, err := e.mainOf(id)
		if err != nil {
			return nil, err
		}
		dir = p.main.Reg.Path
	}
	views := e.sup.Projects()
	var list []app.Environment
	for _, b := range e.all(views) {
		if dir != "" && b.Main != dir {
			continue
		}
		env := e.show(b, views)
		if sizes {
			e.measure(ctx, b, &env)
		}
		list = append(list, env)
	}
	slices.SortFunc(list, func(a, b app.Environment) int { return strings.Compare(a.ID+a.Path, b.ID+b.Path) })
	return list, nil
}

// all returns the records, and one without content for each other worktree of a registered project.
func (e *Environments) all(views []app.ProjectView) []settings.Branch {
	list := e.records.All()
	known := map[string]bool{}
	for _, b := range list {
		known[b.Dir] = true
	}
	for _, v := range views {
		own, ok := yml.CheckoutOf(v.Path)
		if !ok || own.Linked() {
			continue
		}
		rel, err := filepath.Rel(own.Top, v.Path)
		if err != nil {
			continue
		}
		for _, top := range yml.Linked(own.GitDir) {
			dir := filepath.Join(top, rel)
			if known[dir] || !fileExists(filepath.Join(top, ".git")) || hidden(top) {
				continue
			}
			list = append(list, settings.Branch{Name: v.Name, Branch: yml.WorktreeBranch(dir), Top: top, Dir: dir, Main: v.Path,
				ID: v.Name + "@" + yml.WorktreeBranch(dir)})
		}
	}
	return list
}

// hidden reports whether a worktree is one of ours that is not whole.
func hidden(top string) bool {
	return strings.HasPrefix(filepath.Base(filepath.Dir(top)), ".devservers-")
}

// show returns what clients see of a record.
func (e *Environments) show(b settings.Branch, views []app.ProjectView) app.Environment {
	env := app.Environment{ID: b.ID, Project: b.Name, Branch: b.Branch, Path: b.Dir, Main: b.Main, Doing: b.Doing,
		Failed: b.Failed, Compose: b.Stack.Project, Notes: b.Notes, Made: b.Made, By: b.By,
		Steps: []app.EnvironmentStep{}, Data: []app.EnvironmentData{}, Servers: []app.Status{}}
	if !b.At.IsZero() {
		env.At = &b.At
	}
	for _, s := range b.Steps {
		env.Steps = append(env.Steps, app.EnvironmentStep{Name: s.Name, Detail: s.Detail, Seconds: s.Took.Seconds()})
	}
	for _, f := range b.Forks {
		env.Data = append(env.Data, app.EnvironmentData{Name: f.Name, Kind: f.Kind, Own: nameOf(f), How: f.How, Done: f.Done})
	}
	var main, own app.ProjectView
	for _, v := range views {
		switch v.Path {
		case b.Dir:
			own = v
			env.ID, env.Servers = v.ID, v.Servers
		case b.Main:
			main = v
		}
	}
	env.Notes = append(env.Notes[:len(env.Notes):len(env.Notes)], strays(main, own)...)
	e.addState(&env, b)
	return env
}

// addState sets how far an environment is.
func (e *Environments) addState(env *app.Environment, b settings.Branch) {
	j := e.current(b.Dir)
	switch {
	case j != nil && !j.ended():
		env.State = app.EnvironmentWorking
		env.Step, env.Progress = j.shown()
	case b.Failed != "":
		env.State = app.EnvironmentFailed
		if j != nil {
			env.Problem = app.KnownError(j.err)
		}
	case b.Doing != "":
		env.State = app.EnvironmentInterrupted
	case !fileExists(b.Top):
		env.State = app.EnvironmentRemoved
	case b.By == "" && e.wants(b):
		env.State = app.EnvironmentBare
	default:
		env.State = app.EnvironmentReady
	}
}

// wants reports whether the main checkout's file declares what a worktree gets.
func (e *Environments) wants(b settings.Branch) bool {
	id, err := e.sup.Files.Find(b.Main)
	if err != nil {
		return false
	}
	d := e.sup.Files.Declared(id)
	return d != nil && len(d.Conf.Worktree.Copy)+len(d.Conf.Worktree.Setup)+len(d.Conf.Worktree.Data) > 0
}

// measure adds sizes.
func (e *Environments) measure(ctx context.Context, b settings.Branch, env *app.Environment) {
	env.Disk = copies.Disk(ctx, b.Top)
	p, err := e.placeOf(b)
	if err != nil {
		return
	}
	for i, f := range b.Forks {
		m, err := e.makerOf(ctx, p, config.OwnData{Name: f.Name, Kind: f.Kind, URL: f.From}, b.ID)
		if err == nil && f.Done {
			env.Data[i].Size, _ = m.Size(ctx, f)
		}
	}
}

// gone returns the last of an environment that was removed.
func (e *Environments) gone(j *job) app.Environment {
	env := e.show(j.now(), nil)
	env.Removed = j.removed
	if j.err == nil {
		env.State, env.Doing = app.EnvironmentRemoved, ""
	}
	return env
}

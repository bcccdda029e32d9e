package environment

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/settings"
	"devservers/app/environment/copies"
	"devservers/app/project"
)

// maker returns the maker of one data of a worktree.
func (e *Environments) maker(ctx context.Context, p ground, own config.OwnData, id string) (copies.Maker, error) {
	env, err := e.environOf(p.main, own.Variable())
	if err != nil {
		return nil, err
	}
	get := env.Get
	if _, has := env.Get(own.Variable()); !has {
		get = func(name string) (string, bool) { return inFiles(p.main, name) }
	}
	own.URL = settings.Expand(own.URL, get)
	return e.makerOf(ctx, p, own, id)
}

// inFiles returns a variable of the env files that frameworks read by themselves: those of the project's directory, or
// of the first server's in whose directory they have it. The last file of a directory counts.
func inFiles(main *project.Declared, name string) (value string, has bool) {
	dirs := []string{main.Reg.Path}
	for _, server := range main.Servers {
		dirs = append(dirs, server.WorkingDir)
	}
	for _, dir := range dirs {
		if value, has = inDir(dir, name); has {
			return value, true
		}
	}
	return "", false
}

// inDir returns a variable of the env files of one directory.
func inDir(dir, name string) (value string, has bool) {
	for _, file := range []string{".env", ".env.development", ".env.local", ".env.development.local"} {
		content, err := command.ReadFile(filepath.Join(dir, file), dir)
		if err != nil {
			continue
		}
		vars, _ := content.Vars(func(string) (string, bool) { return "", false })
		for _, v := range vars {
			if v.Name == name {
				value, has = v.Value, true
			}
		}
	}
	return value, has
}

// makerOf is maker for data whose URL has no variables.
func (e *Environments) makerOf(ctx context.Context, p ground, own config.OwnData, id string) (copies.Maker, error) {
	return copies.New(copies.Options{OwnData: own, Main: p.main.Reg.Path, Dir: p.dir, ID: id, Tools: e.tools(ctx, p),
		Taken: func(name string) bool { return e.taken(own.Kind, name) }})
}

// taken reports whether a worktree has the data called name, or with that URL.
func (e *Environments) taken(kind, name string) bool {
	for _, b := range e.records.All() {
		for _, f := range b.Forks {
			if f.Kind == kind && (f.URL == name || f.Own == name && kind != config.Redis) {
				return true
			}
		}
	}
	return false
}

// planForks plans the data that the worktree lacks.
func (e *Environments) planForks(ctx context.Context, p ground, b settings.Branch) (settings.Branch, error) {
	for _, own := range p.main.Conf.Worktree.Data {
		if f, has := b.Fork(own.Name); has && (!f.Done || f.Path == "" || fileExists(f.Path)) {
			continue // what has gone with a checkout is made again
		}
		m, err := e.maker(ctx, p, own, b.ID)
		if err != nil {
			return b, err
		}
		f, err := m.Plan(ctx)
		if err != nil {
			return b, inStep("data", err)
		}
		f.Variable, f.At = own.Variable(), time.Now().UTC()
		b.Set(f)
	}
	return b, nil
}

// forkAll makes the data that isn't made yet, all at once.
func (e *Environments) forkAll(ctx context.Context, j *job, p ground) (string, error) {
	made, err := atOnce(j.now().Forks, func(f settings.Fork) (string, error) {
		if own, declared := p.main.Conf.Worktree.FindData(f.Name); declared && !f.Done {
			return e.forkOne(ctx, j, p, own, f)
		}
		return "", nil
	})
	return strings.Join(slices.DeleteFunc(made, func(text string) bool { return text == "" }), ", "), err
}

func (e *Environments) forkOne(ctx context.Context, j *job, p ground, own config.OwnData, f settings.Fork) (string,
	error) {
	own.URL = f.From
	m, err := e.makerOf(ctx, p, own, j.now().ID)
	if err != nil {
		return "", err
	}
	testStep("before data " + f.Name)
	made, err := m.Make(ctx, f)
	if err != nil {
		return "", err
	}
	testStep("after data " + f.Name)
	made.Done = true
	return f.Name + " by " + made.How, j.change(func(b *settings.Branch) { b.Set(made) })
}

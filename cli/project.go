package cli

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/cli/client"
	"devservers/cli/term"
)

// scope is what a command can name: all projects, and the one that it is about.
type scope struct {
	projects []app.ProjectView
	current  string // id of the project that is meant when none is named; "" = none
	problem  error  // why the project of this directory could not be registered
}

// connectAndLook gives a client of the manager and what it shows.
func (p *program) connectAndLook(ctx context.Context) (*client.Client, scope, error) {
	c, err := p.connect(ctx)
	if err != nil {
		return nil, scope{}, err
	}
	s, err := p.look(ctx, c)
	return c, s, err
}

// look asks the manager for all projects. The project that -p names or that this directory lies in is registered
// when it is not yet.
func (p *program) look(ctx context.Context, c *client.Client) (scope, error) {
	var s scope
	if err := c.Get(ctx, "/api/projects", nil, &s.projects); err != nil {
		return s, err
	}
	if p.named != "" {
		return p.lookNamed(ctx, c, s)
	}
	file, err := config.Find(p.cwd)
	if err != nil {
		if !errors.Is(err, config.ErrNotFound) {
			s.problem = err
		}
		return s, nil
	}
	return p.lookAt(ctx, c, s, filepath.Dir(file))
}

func (p *program) lookNamed(ctx context.Context, c *client.Client, s scope) (scope, error) {
	if isPath(p.named) {
		s, err := p.lookAt(ctx, c, s, p.absolute(p.named))
		return s, cmp.Or[error](err, s.problem)
	}
	v, err := s.project(p.named)
	s.current = v.ID
	return s, err
}

// lookAt makes the project in dir the current one.
func (p *program) lookAt(ctx context.Context, c *client.Client, s scope, dir string) (scope, error) {
	if v, ok := s.at(dir); ok {
		s.current = v.ID
		return s, nil
	}
	view, err := p.register(ctx, c, dir)
	if err != nil {
		s.problem = err
		return s, ctx.Err()
	}
	s.projects, s.current = append(s.projects, view), view.ID
	return s, nil
}

func (p *program) register(ctx context.Context, c *client.Client, dir string) (view app.ProjectView, err error) {
	err = c.Post(ctx, "/api/projects", map[string]string{"path": dir}, &view)
	if err == nil && !p.json {
		s := p.Style(p.Err)
		p.Notef("%s registered %s %s\n", s.Done(), s.Paint(term.Bold, view.ID), s.Paint(term.Dim, p.tilde(view.Path)))
	}
	return view, err
}

// at finds the project whose directory is dir.
func (s scope) at(dir string) (app.ProjectView, bool) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		real = dir
	}
	for _, v := range s.projects {
		if v.Path == real {
			return v, true
		}
	}
	return app.ProjectView{}, false
}

// project finds a project by its id, or by its name when only one has it.
func (s scope) project(name string) (app.ProjectView, error) {
	var found, ids = []app.ProjectView{}, []string{}
	for _, v := range s.projects {
		if v.ID == name {
			return v, nil
		}
		if v.Name == name {
			found = append(found, v)
		}
		ids = append(ids, v.ID)
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return app.ProjectView{}, unknown("project", name, ids)
}

// here is the current project.
func (s scope) here() (app.ProjectView, error) {
	if s.current == "" {
		return app.ProjectView{}, cmp.Or[error](s.problem, app.Failf(app.CodeNotFound,
			"change to a project's directory, or name one: -p PROJECT", "no %s in this directory or above", config.FileName))
	}
	return s.project(s.current)
}

// isPath tells a directory from a project's name: it has a leading dot, slash or tilde.
func isPath(name string) bool {
	return name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") ||
		filepath.IsAbs(name)
}

func (p *program) absolute(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.cwd, path)
	}
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		return filepath.Dir(path)
	}
	return filepath.Clean(path)
}

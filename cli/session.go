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

// session is what a command knows of the manager: a client of it, all projects, and the project it is about.
type session struct {
	*client.Client
	p        *program
	projects []app.ProjectView
	current  string // id of the project that is meant when none is named; "" = none
	problem  error  // why the project of this directory could not be registered
}

// open connects to the manager, which it starts if necessary, and gets all projects.
func (p *program) open(ctx context.Context) (*session, error) {
	c, err := p.connect(ctx)
	if err != nil {
		return nil, err
	}
	return p.look(ctx, c)
}

// look gets all projects. The project of -p, or of this directory, is registered if necessary.
func (p *program) look(ctx context.Context, c *client.Client) (*session, error) {
	s, err := p.glance(ctx, c)
	if err != nil {
		return nil, err
	}
	if p.named != "" {
		ref, err := s.resolve(ctx, p.named)
		if err == nil && ref.Name != "" {
			err = app.Failf(app.CodeInvalid, "name a project", "%s is not a project", ref)
		}
		s.current = ref.Project
		return s, err
	}
	file, err := config.Find(p.cwd)
	if err != nil {
		if !errors.As(err, new(*config.NotFoundError)) {
			s.problem = err
		}
		return s, nil
	}
	s.current, s.problem = s.enter(ctx, filepath.Dir(file))
	return s, ctx.Err()
}

// glance gets all projects and registers nothing.
func (p *program) glance(ctx context.Context, c *client.Client) (*session, error) {
	s := &session{Client: c, p: p}
	return s, c.Get(ctx, "/api/projects", nil, &s.projects)
}

// enter returns the id of the project in dir, which is registered if necessary.
func (s *session) enter(ctx context.Context, dir string) (string, error) {
	if v, ok := at(s.projects, dir); ok {
		return v.ID, nil
	}
	var v app.ProjectView
	if err := s.Post(ctx, "/api/projects", map[string]string{"path": dir}, &v); err != nil {
		return "", err
	}
	m := s.p.messages()
	s.p.note(m.Done() + " registered " + m.Paint(term.Bold, v.ID) + " " + m.Paint(term.Dim, m.Path(v.Path)))
	s.projects = append(s.projects, v)
	return v.ID, nil
}

// at returns the project whose directory is dir.
func at(projects []app.ProjectView, dir string) (app.ProjectView, bool) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		real = dir
	}
	for _, v := range projects {
		if v.Path == real {
			return v, true
		}
	}
	return app.ProjectView{}, false
}

// project returns the project with this id.
func (s *session) project(id string) app.ProjectView {
	for _, v := range s.projects {
		if v.ID == id {
			return v
		}
	}
	return app.ProjectView{ID: id}
}

// here connects to the manager and returns the current project.
func (p *program) here(ctx context.Context) (*session, app.ProjectView, error) {
	s, err := p.open(ctx)
	if err != nil {
		return nil, app.ProjectView{}, err
	}
	here, err := s.here()
	return s, here, err
}

// only returns the id of the project that -p names, or "" without -p.
func (p *program) only(ctx context.Context, c *client.Client) (string, error) {
	if p.named == "" {
		return "", nil
	}
	s, err := p.look(ctx, c)
	if err != nil {
		return "", err
	}
	return s.current, nil
}

// here returns the current project.
func (s *session) here() (app.ProjectView, error) {
	if s.current == "" {
		return app.ProjectView{}, cmp.Or[error](s.problem, app.Failf(app.CodeNotFound,
			"change to a project's directory, or name one: -p PROJECT", "no %s in this directory or above", config.FileName))
	}
	return s.project(s.current), nil
}

// isPath reports whether name is a directory rather than a name: it begins with a dot or slash.
func isPath(name string) bool {
	return name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") ||
		filepath.IsAbs(name)
}

// absolute returns the directory that path means: that of a file, if it is one.
func (p *program) absolute(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.cwd, path)
	}
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
		return filepath.Dir(path)
	}
	return filepath.Clean(path)
}

// problemOf returns the problem of a project whose file can't be used.
func problemOf(v app.ProjectView) error {
	if v.Problem == nil {
		return nil
	}
	return v.Problem
}

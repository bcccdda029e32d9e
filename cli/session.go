package cli

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/cli/client"
	"devservers/cli/view"
)

// Session is what a command knows of the manager: a client of it, all projects, and the project it is about.
type Session struct {
	*client.Client
	Program  *Program
	Projects []app.ProjectView
	Current  string // id of the project that is meant when none is named; "" = none
	hosts    []app.HostView
	Problem  error // why the project of this directory could not be registered
}

// Open connects to the manager, which it starts if necessary, and gets all projects.
func (p *Program) Open(ctx context.Context) (*Session, error) {
	c, err := p.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return p.look(ctx, c)
}

// look gets all projects. The project of -p, or of this directory, is registered if necessary.
func (p *Program) look(ctx context.Context, c *client.Client) (*Session, error) {
	s, err := p.glance(ctx, c)
	if err != nil {
		return nil, err
	}
	if p.Named != "" {
		ref, err := s.Find(ctx, p.Named)
		if err == nil && ref.Name != "" {
			err = app.Failf(app.CodeInvalid, "name a project", "%s is not a project", ref)
		}
		s.Current = ref.Project
		return s, err
	}
	file, err := config.Find(p.Cwd)
	if err != nil {
		if app.AsError(err, app.CodeConfig).Code != app.CodeNotFound {
			s.Problem = err
		}
		s.Current = s.broken(p.Cwd).ID
		return s, nil
	}
	s.Current, s.Problem = s.enter(ctx, filepath.Dir(file))
	return s, ctx.Err()
}

// glance gets all projects and registers nothing.
func (p *Program) glance(ctx context.Context, c *client.Client) (*Session, error) {
	s := &Session{Client: c, Program: p}
	return s, c.Get(ctx, "/api/projects", nil, &s.Projects)
}

// inside is Glance with the project of -p, or the registered one whose directory holds this one. It reads no
// devservers.yml, which may be broken or gone.
func (p *Program) inside(ctx context.Context, c *client.Client) (*Session, error) {
	if p.Named != "" {
		return p.look(ctx, c)
	}
	s, err := p.glance(ctx, c)
	for dir := p.Cwd; err == nil && s.Current == ""; dir = filepath.Dir(dir) {
		v, _ := at(s.Projects, dir)
		s.Current = v.ID
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return s, err
}

// broken returns the registered project whose directory holds dir, if its file can't be used.
func (s *Session) broken(dir string) app.ProjectView {
	for ; ; dir = filepath.Dir(dir) {
		if v, ok := at(s.Projects, dir); ok && v.Problem != nil {
			return v
		}
		if dir == filepath.Dir(dir) {
			return app.ProjectView{}
		}
	}
}

// enter returns the id of the project in dir, which is registered if necessary.
func (s *Session) enter(ctx context.Context, dir string) (string, error) {
	known, ok := at(s.Projects, dir)
	if ok && (known.Problem == nil || known.Problem.Code != app.CodeUnregistered) {
		return known.ID, nil
	}
	var v app.ProjectView
	if err := s.Post(ctx, "/api/projects", map[string]string{"path": dir}, &v); err != nil {
		return "", err
	}
	m := s.Program.messages()
	s.Program.note(m.Done() + " registered " + m.Paint(view.Bold, v.ID) + " " + m.Paint(view.Dim, m.Path(v.Path)))
	s.Projects = append(slices.DeleteFunc(s.Projects, func(p app.ProjectView) bool { return p.ID == v.ID }), v)
	return v.ID, nil
}

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

func (s *Session) project(id string) app.ProjectView {
	for _, v := range s.Projects {
		if v.ID == id {
			return v
		}
	}
	return app.ProjectView{ID: id}
}

// iDs returns the ids of all projects whose files can be read.
func (s *Session) iDs() (ids []string) {
	for _, v := range s.Projects {
		if v.Problem == nil {
			ids = append(ids, v.ID)
		}
	}
	return ids
}

// here connects to the manager and returns the current project.
func (p *Program) here(ctx context.Context) (*Session, app.ProjectView, error) {
	s, err := p.Open(ctx)
	if err != nil {
		return nil, app.ProjectView{}, err
	}
	here, err := s.here()
	return s, here, err
}

// only returns the id of the project that -p names, or "" without -p.
func (p *Program) only(ctx context.Context, c *client.Client) (string, error) {
	if p.Named == "" {
		return "", nil
	}
	s, err := p.look(ctx, c)
	if err != nil {
		return "", err
	}
	return s.Current, nil
}

func (s *Session) here() (app.ProjectView, error) {
	if s.Current == "" {
		return app.ProjectView{}, cmp.Or[error](s.Problem, app.Failf(app.CodeNotFound,
			"declare the servers of this one: devservers init\nor name a project: -p PROJECT",
			"no %s in this directory or above", config.FileName))
	}
	return s.project(s.Current), nil
}

// isPath reports whether name is a directory rather than a name: it begins with a dot or slash.
func isPath(name string) bool {
	return name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") ||
		filepath.IsAbs(name)
}

// absolute returns the directory that path means: that of a file, if it is one.
func (p *Program) absolute(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(p.Cwd, path)
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

func (s *Session) currentFirst() []app.ProjectView {
	sorted := []app.ProjectView{}
	for _, v := range s.Projects {
		if v.ID == s.Current {
			sorted = append([]app.ProjectView{v}, sorted...)
		} else {
			sorted = append(sorted, v)
		}
	}
	return sorted
}

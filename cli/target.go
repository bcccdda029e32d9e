package cli

import (
	"cmp"
	"context"
	"strings"

	"devservers/app"
	"devservers/app/words"
	"devservers/cli/client"
)

// targets finds what names mean, each server or task once, in the order asked for. A name is project/server, a
// server or task of the current project, a project or a directory for all servers in it, or a name that only one
// project has.
func (p *program) targets(ctx context.Context, c *client.Client, s *scope, names []string) ([]app.Status, error) {
	var all []app.Status
	seen := map[app.Ref]bool{}
	for _, name := range names {
		found, err := p.target(ctx, c, s, name)
		if err != nil {
			return nil, err
		}
		for _, st := range found {
			if !seen[st.Ref()] {
				seen[st.Ref()] = true
				all = append(all, st)
			}
		}
	}
	return all, nil
}

func (p *program) target(ctx context.Context, c *client.Client, s *scope, name string) ([]app.Status, error) {
	if !isPath(name) {
		return s.find(name)
	}
	at, err := p.lookAt(ctx, c, *s, p.absolute(name))
	if err = cmp.Or[error](err, at.problem); err != nil {
		return nil, err
	}
	s.projects = at.projects
	v, err := s.project(at.current)
	return v.Servers, cmp.Or[error](err, faulty(v))
}

// connectTo gives a client of the manager and the single server or task that name means.
func (p *program) connectTo(ctx context.Context, name string) (*client.Client, app.Status, error) {
	c, err := p.connect(ctx)
	if err != nil {
		return nil, app.Status{}, err
	}
	st, err := p.one(ctx, c, name)
	return c, st, err
}

// one finds the single server or task that name means.
func (p *program) one(ctx context.Context, c *client.Client, name string) (app.Status, error) {
	s, err := p.look(ctx, c)
	if err != nil {
		return app.Status{}, err
	}
	found, err := p.target(ctx, c, &s, name)
	if err != nil {
		return app.Status{}, err
	}
	if len(found) != 1 {
		return app.Status{}, app.Failf(app.CodeInvalid, "name one of "+strings.Join(refs(found), ", "),
			"%s is a project with %s", name, words.Count(len(found), "server"))
	}
	return found[0], nil
}

// find looks name up among what is registered.
func (s scope) find(name string) ([]app.Status, error) {
	if project, server, ok := strings.Cut(name, "/"); ok {
		return s.in(project, server)
	}
	if v, err := s.project(s.current); err == nil {
		if st, ok := member(v, name); ok {
			return []app.Status{st}, nil
		}
	}
	if v, err := s.project(name); err == nil {
		return v.Servers, faulty(v)
	}
	return s.anywhere(name)
}

func (s scope) in(project, name string) ([]app.Status, error) {
	v, err := s.project(project)
	if err = cmp.Or[error](err, faulty(v)); err != nil {
		return nil, err
	}
	if st, ok := member(v, name); ok {
		return []app.Status{st}, nil
	}
	return nil, unknown("server or task", project+"/"+name, refs(members(v)))
}

// anywhere finds a name that only one project has.
func (s scope) anywhere(name string) ([]app.Status, error) {
	var found, all []app.Status
	for _, v := range s.projects {
		if st, ok := member(v, name); ok {
			found = append(found, st)
		}
		all = append(all, members(v)...)
	}
	switch len(found) {
	case 1:
		return found, nil
	case 0:
		if v, err := s.project(s.current); err == nil && faulty(v) != nil {
			return nil, faulty(v)
		}
		return nil, unknown("project, server or task", name, s.names(all))
	}
	return nil, &app.Error{Code: app.CodeInvalid, Detail: name + " exists in " + words.Count(len(found), "project"),
		Hint: "write which one: " + strings.Join(refs(found), ", "), Choices: refs(found)}
}

// names is all that a person could have meant: short names for the current project.
func (s scope) names(all []app.Status) []string {
	var names []string
	for _, st := range all {
		if st.Project == s.current {
			names = append(names, st.Name)
		} else {
			names = append(names, st.Ref().String())
		}
	}
	for _, v := range s.projects {
		names = append(names, v.ID)
	}
	return names
}

func members(v app.ProjectView) []app.Status {
	return append(append([]app.Status{}, v.Servers...), v.Tasks...)
}

func member(v app.ProjectView, name string) (app.Status, bool) {
	for _, st := range members(v) {
		if st.Name == name {
			return st, true
		}
	}
	return app.Status{}, false
}

func refs(all []app.Status) []string {
	var names []string
	for _, st := range all {
		names = append(names, st.Ref().String())
	}
	return names
}

// faulty is the problem of a project whose file can't be used.
func faulty(v app.ProjectView) error {
	if v.Problem == nil {
		return nil
	}
	return v.Problem
}

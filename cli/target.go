package cli

import (
	"context"
	"os"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/cli/client"
	"devservers/cli/view"
)

// Find returns what a name means: the manager decides. Only a directory is looked up here first, since its project
// may have to be registered.
func (s *Session) Find(ctx context.Context, name string) (app.Ref, error) {
	if _, ok := wholeHost(name); ok {
		return app.Ref{Project: name}, nil
	}
	if isPath(name) {
		name = s.Program.absolute(name)
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			if v := s.broken(name); v.ID != "" {
				return app.Ref{Project: v.ID}, nil
			}
			id, err := s.enter(ctx, name)
			return app.Ref{Project: id}, err
		}
	}
	ref, err := s.Resolve(ctx, name, s.Current)
	if err == nil {
		err = s.far(ctx, ref.Project)
	}
	if s.Problem != nil && s.Current == "" && (err != nil || ref.Name == name) {
		return app.Ref{}, s.Problem // the name may be meant for this directory, so it means nothing elsewhere
	}
	if err != nil {
		err = s.unknownHint(err)
	}
	return ref, err
}

// unknownHint adds a next step to the error of a name to which nothing is similar.
func (s *Session) unknownHint(err error) error {
	e := *app.AsError(err, app.CodeInternal)
	switch {
	case e.Code != app.CodeNotFound || e.Hint != "":
		return err
	case len(s.Projects) == 0:
		e.Hint = "no project is registered yet: devservers start in its directory"
	default:
		e.Hint = "see what there is: devservers status --all"
	}
	return &e
}

// targets returns the servers and tasks that names mean, each once, in the order of names.
func (s *Session) targets(ctx context.Context, names []string) ([]app.Status, error) {
	return s.pick(ctx, names, func(v app.ProjectView) []app.Status { return v.Servers })
}

// pick is targets; of a project that is named it takes what of returns.
func (s *Session) pick(ctx context.Context, names []string, of func(app.ProjectView) []app.Status) (all []app.Status,
	err error) {
	seen := map[app.Ref]bool{}
	if names, err = s.expand(ctx, names); err != nil {
		return nil, err
	}
	for _, name := range names {
		ref, err := s.Find(ctx, name)
		if err != nil {
			return nil, err
		}
		found, err := s.statuses(ctx, ref, of)
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

// statuses returns the server or task of ref, or what of returns of its project.
func (s *Session) statuses(ctx context.Context, ref app.Ref, of func(app.ProjectView) []app.Status) ([]app.Status,
	error) {
	v := s.project(ref.Project)
	if ref.Name == "" {
		return usable(v, of(v))
	}
	for _, st := range v.Members() {
		if st.Name == ref.Name {
			return []app.Status{st}, nil
		}
	}
	var st app.Status // declared since the projects were listed
	err := s.Get(ctx, client.ServerPath(app.Status{Project: ref.Project, Name: ref.Name}), nil, &st)
	return []app.Status{st}, err
}

// usable returns members of a project. Its file may have a problem, but not if there is nothing that it declared
// before.
func usable(v app.ProjectView, members []app.Status) ([]app.Status, error) {
	if len(members) > 0 {
		return members, nil
	}
	return members, problemOf(v)
}

// one returns the single server or task that name means.
func (s *Session) one(ctx context.Context, name string) (app.Status, error) {
	found, err := s.targets(ctx, []string{name})
	if err != nil {
		return app.Status{}, err
	}
	if len(found) != 1 {
		return app.Status{}, app.Failf(app.CodeInvalid, "name one of "+strings.Join(view.Refs(found), ", "),
			"%s is a project with %s", name, words.Count(len(found), "server"))
	}
	return found[0], nil
}

// members connects to the manager and returns what names mean; without any, all servers and tasks of the current
// project.
func (p *Program) members(ctx context.Context, names []string) (*Session, []app.Status, error) {
	s, err := p.Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	if len(names) > 0 {
		chosen, err := s.targets(ctx, names)
		return s, chosen, err
	}
	here, err := s.here()
	if err != nil {
		return s, nil, err
	}
	all, err := usable(here, here.Members())
	return s, all, err
}

// usable returns the current project, whose file must have no problem.
func (s *Session) usable() (app.ProjectView, error) {
	here, err := s.here()
	if err != nil {
		return here, err
	}
	return here, problemOf(here)
}

// target connects to the manager and returns the single server or task that name means.
func (p *Program) target(ctx context.Context, name string) (*Session, app.Status, error) {
	s, err := p.Open(ctx)
	if err != nil {
		return nil, app.Status{}, err
	}
	st, err := s.one(ctx, name)
	return s, st, err
}

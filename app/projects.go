package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"devservers/app/config"
)

// private are our own folders: no project may contain one or lie in one.
func (d Dirs) private() []string { return []string{d.State, d.Config} }

// Register makes the project of a directory, or of a devservers.yml, known. It runs nothing. fresh tells that it was
// not known before.
func (s *Supervisor) Register(path string, a Actor) (v ProjectView, fresh bool, err error) {
	file, err := s.findFile(path)
	if err != nil {
		return v, false, err
	}
	if _, err := config.Check(s.o.Dirs.Home, filepath.Dir(file), s.o.Dirs.private()...); err != nil {
		return v, false, asError(err, CodeForbidden)
	}
	conf, err := config.Load(file)
	if err != nil {
		return v, false, asError(err, CodeConfig)
	}
	reg, err := s.global.Register(conf)
	if err != nil {
		return v, false, asError(err, CodeConfig)
	}
	s.mu.Lock()
	_, known := s.projects[reg.ID]
	s.mu.Unlock()
	if !known {
		s.addProject(reg)
	}
	v, err = s.Project(reg.ID)
	return v, !known, err
}

func (s *Supervisor) findFile(path string) (string, error) {
	if !filepath.IsAbs(path) {
		return "", failf(CodeInvalid, "give an absolute path", "%q is not an absolute path", path)
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		return path, nil
	}
	file, err := config.Find(path)
	if err != nil {
		return "", asError(err, CodeNotFound)
	}
	return file, nil
}

// addProject takes a registered project up: what its file says, and its runs.
func (s *Supervisor) addProject(reg config.Registered) {
	s.update(func() {
		if s.projects[reg.ID] == nil {
			p := &project{reg: reg, servers: map[string]*managed{}}
			s.projects[reg.ID] = p
			s.load(p)
			s.manageUndeclared(p)
			s.witnessProject(p)
		}
	})
}

// Forget stops a project's servers and forgets it. Its files stay.
func (s *Supervisor) Forget(ctx context.Context, id string, a Actor) error {
	p, err := s.find(id)
	if err != nil {
		return err
	}
	var all []*managed
	s.update(func() {
		for _, m := range p.servers {
			m.ask(false, a, "asked")
			all = append(all, m)
		}
	})
	err = s.await(ctx, func() bool {
		return !slices.ContainsFunc(all, func(m *managed) bool { return m.seen < m.want.gen || m.status.State.Up() })
	})
	if err != nil {
		return err
	}
	if err := s.global.Forget(p.reg.ID); err != nil {
		return asError(err, CodeConfig)
	}
	if _, err := s.overlays.Remove(p.reg.ID, func(config.Patch) bool { return true }); err != nil {
		s.log.Warn("an overlay is left", "project", p.reg.ID, "error", err)
	}
	s.update(func() {
		delete(s.projects, p.reg.ID)
		for _, m := range all {
			m.gone = true
			m.wake()
		}
	})
	return nil
}

// find finds a project by its id, its name where that is unique, or a directory in it.
func (s *Supervisor) find(id string) (*project, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.projects[id]; p != nil {
		return p, nil
	}
	var found []*project
	for _, p := range s.projects {
		if p.reg.Name == id || p.conf.Name == id || p.holds(id) {
			found = append(found, p)
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	e := failf(CodeNotFound, "register it: run `devservers register` in its directory", "there is no project %q", id)
	if len(found) > 1 {
		e = failf(CodeNotFound, "use one of their ids", "%d projects are called %q", len(found), id)
	}
	e.Choices = s.ids()
	return nil, e
}

func (p *project) holds(dir string) bool {
	return filepath.IsAbs(dir) && (dir == p.reg.Path || strings.HasPrefix(dir, p.reg.Path+string(filepath.Separator)))
}

// ids are all projects' ids in order; mu is held.
func (s *Supervisor) ids() []string {
	list := make([]string, 0, len(s.projects))
	for id := range s.projects {
		list = append(list, id)
	}
	sort.Strings(list)
	return list
}

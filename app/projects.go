package app

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"devservers/app/config"
)

// fileStamp tells whether a file may have changed since it was read.
type fileStamp struct {
	size int64
	time time.Time
}

func stampOf(file string) fileStamp {
	info, err := os.Stat(file)
	if err != nil {
		return fileStamp{}
	}
	return fileStamp{info.Size(), info.ModTime()}
}

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
		}
	})
}

func (p *project) file() string {
	name := p.reg.ConfigFile
	if name == "" {
		name = config.FileName
	}
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.reg.Path, name)
}

// load reads p's file; mu is held. A fault leaves what was known in place.
func (s *Supervisor) load(p *project) {
	p.stamp = stampOf(p.file())
	conf, err := config.Load(p.file())
	if err != nil {
		p.problem = asError(err, CodeConfig)
		if errors.Is(err, os.ErrNotExist) {
			p.problem = failf(CodeNotFound, "put it back, or forget the project: devservers forget "+p.reg.ID, "%s is missing", p.file())
		}
		return
	}
	conf.ID = p.reg.ID
	p.conf, p.problem = conf, nil
	s.declare(p)
}

// declare brings p.servers in line with what the file declares; mu is held.
func (s *Supervisor) declare(p *project) {
	for _, m := range p.servers {
		m.gone = true
	}
	for _, spec := range slices.Concat(p.conf.Servers, p.conf.Tasks) {
		m := p.servers[spec.Name]
		if m == nil {
			m = s.manage(p, spec)
		}
		m.spec, m.gone = spec, false
	}
	for name, m := range p.servers {
		if m.gone && !m.status.State.Up() && !m.want.up {
			delete(p.servers, name)
			m.wake() // its goroutine ends
		}
	}
}

// manage makes a server and starts its goroutine.
func (s *Supervisor) manage(p *project, spec config.Server) *managed {
	m := &managed{ref: Ref{p.reg.ID, spec.Name}, spec: spec, wanted: make(chan struct{})}
	m.status = Status{State: Stopped, Since: time.Now()}
	p.servers[spec.Name] = m
	s.adopting.Add(1)
	s.wg.Go(func() { s.supervise(p, m) })
	return m
}

// refresh reads p's file again when it may have changed; mu is held.
func (s *Supervisor) refresh(p *project) {
	if st := stampOf(p.file()); st != p.stamp || (p.problem != nil && st != fileStamp{}) {
		s.load(p)
	}
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

// Projects lists all registered projects by id.
func (s *Supervisor) Projects() []ProjectView {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]ProjectView, 0, len(s.projects))
	for _, id := range s.ids() {
		list = append(list, s.view(s.projects[id]))
	}
	return list
}

// Project gives one project: by its id, its name where that is unique, or a directory in it.
func (s *Supervisor) Project(id string) (ProjectView, error) {
	p, err := s.find(id)
	if err != nil {
		return ProjectView{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view(p), nil
}

// view reads the file again if it has changed; mu is held.
func (s *Supervisor) view(p *project) ProjectView {
	s.refresh(p)
	v := ProjectView{
		ID: p.reg.ID, Name: p.reg.Name, Path: p.reg.Path, ConfigFile: p.file(), LastAccessed: p.reg.LastAccessed,
		Problem: p.problem, Servers: []Status{}, Tasks: []Status{},
	}
	if p.problem == nil {
		v.SHA256, v.Trust = p.conf.SHA256, string(s.trust.State(p.conf))
	}
	for _, w := range p.conf.Warnings {
		v.Warnings = append(v.Warnings, w.String())
	}
	for _, m := range p.inOrder() {
		st := s.statusOf(p, m)
		if st.Kind == config.KindTask {
			v.Tasks = append(v.Tasks, st)
		} else {
			v.Servers = append(v.Servers, st)
		}
	}
	return v
}

// inOrder gives the servers and tasks as the file declares them, then those that it does not declare any more.
func (p *project) inOrder() []*managed {
	var list []*managed
	for _, spec := range slices.Concat(p.conf.Servers, p.conf.Tasks) {
		if m := p.servers[spec.Name]; m != nil {
			list = append(list, m)
		}
	}
	var rest []*managed
	for _, m := range p.servers {
		if !slices.Contains(list, m) {
			rest = append(rest, m)
		}
	}
	sort.Slice(rest, func(i, j int) bool { return rest[i].ref.Name < rest[j].ref.Name })
	return append(list, rest...)
}

// Review gives a person what there is to trust.
func (s *Supervisor) Review(id string) (Review, error) {
	p, err := s.find(id)
	if err != nil {
		return Review{}, err
	}
	s.mu.Lock()
	s.refresh(p)
	conf, problem, allow := p.conf, p.problem, s.allow()
	s.mu.Unlock()
	if problem != nil {
		return Review{}, problem
	}
	return Review{
		Project: p.reg.ID, File: conf.File, SHA256: conf.SHA256, State: string(s.trust.State(conf)),
		Text: config.Review(conf, allow), Diff: s.trust.Diff(conf),
	}, nil
}

// Trust trusts exactly the content with this hash, and refuses when the file says something else by now.
func (s *Supervisor) Trust(id, sha256 string, a Actor) error {
	p, err := s.find(id)
	if err != nil {
		return err
	}
	s.mu.Lock()
	s.load(p)
	conf, problem := p.conf, p.problem
	s.mu.Unlock()
	if problem != nil {
		return problem
	}
	if conf.SHA256 != sha256 {
		return failf(CodeConflict, "look at it again: devservers trust --show", "%s has changed since it was shown", conf.File)
	}
	if err := s.trust.Add(conf); err != nil {
		return err
	}
	s.update(func() {})
	return nil
}

// allow is what decides which executables may run; mu is held.
func (s *Supervisor) allow() config.Allow {
	a := config.Allow{Extra: s.global.Settings().Allow, Self: s.o.Self}
	for _, p := range s.projects {
		a.Projects = append(a.Projects, p.reg.Path)
	}
	return a
}

// asError makes an *Error of config's errors, with their hints; code is what the others count as.
func asError(err error, code Code) *Error {
	e := &Error{Code: code, Detail: err.Error()}
	var (
		known *Error
		place *config.PlaceError
		exec  *config.ExecError
		env   *config.EnvFileError
		unset *config.UnsetError
		none  *config.NotFoundError
	)
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &place):
		e.Hint = place.Hint
	case errors.As(err, &exec):
		e.Code, e.Hint = CodeExecutable, exec.Hint
	case errors.As(err, &env):
		e.Code, e.Hint = CodeEnvironment, env.Hint
	case errors.As(err, &unset):
		e.Code, e.Hint = CodeEnvironment, "set it in env: or env_file:"
	case errors.As(err, &none):
		e.Code, e.Hint = CodeNotFound, none.Hint()
	}
	return e
}

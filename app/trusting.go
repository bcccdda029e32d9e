package app

import (
	"devservers/app/config"
)

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

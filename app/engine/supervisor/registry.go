package supervisor

import (
	"context"
	"slices"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project"
)

// Register registers the project of a directory or of a devservers.yml. It runs nothing. fresh reports whether the
// project is new.
func (s *Supervisor) Register(path string) (v app.ProjectView, fresh bool, err error) {
	id, fresh, err := s.Files.Register(path)
	if err != nil {
		return v, false, err
	}
	if !s.knows(id) { // another caller registers it now
		s.Files.Refresh(id)
	}
	s.settled(id)
	v, err = s.Project(id)
	return v, fresh, err
}

// settled adds events for changes of a project's files. It is called when they have been left alone for a moment, since
// an editor may write a file in two steps.
func (s *Supervisor) settled(id string) {
	s.update(func() {
		p := s.projects[id]
		if p == nil {
			return
		}
		for _, e := range p.Declared.News(p.told) {
			if s.open || e.Event != app.EventTrust { // what a person had to review when this manager began is not news
				s.Events.Add(e)
			}
		}
		if p.told != nil && p.told.Version != p.Version {
			for _, m := range p.inOrder() {
				m.tell(m.DriftNews()...)
			}
		}
		p.told = p.Declared
	})
}

// Forget stops a project's servers and unregisters it. Its files stay, and, unless its directory is gone, so do the
// trust in it and its ports. As soon as Forget begins, nothing of the project can be started.
func (s *Supervisor) Forget(ctx context.Context, id string, a app.Actor) error {
	p, err := s.find(id)
	if err != nil {
		return err
	}
	var all []*managed
	var was *project.Declared
	s.update(func() {
		p.forgetting, was = true, p.Declared
		for _, m := range p.servers {
			m.Ask(false, a, app.CauseAsked)
			all = append(all, m)
		}
	})
	err = s.mu.Await(ctx, func() bool {
		return !slices.ContainsFunc(all, func(m *managed) bool { return m.Busy() })
	})
	if err == nil {
		err = s.Files.Remove(p.id)
	}
	if err == nil && was.Reg.Gone() {
		if err := s.ports.Drop(p.id); err != nil {
			s.log.Warn("the ports of a forgotten project are left", "project", p.id, "error", err)
		}
	}
	s.update(func() {
		if p.forgetting = err == nil; !p.forgetting {
			return
		}
		delete(s.projects, p.id)
		for _, m := range all {
			m.Gone = true
			m.Wake()
		}
	})
	return err
}

// find returns a project by its id, its unique name, or a directory in it.
func (s *Supervisor) find(text string) (*managedProject, error) {
	id, err := s.Files.Find(text)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.projects[id]; p != nil {
		return p, nil
	}
	return nil, project.ProblemOf(nil, id)
}

// names returns the servers and tasks that a project has now, declared or not, in order.
func (s *Supervisor) names(id string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.projects[id]
	if p == nil {
		return nil
	}
	return words.Each(p.inOrder(), func(m *managed) string { return m.Ref.Name })
}

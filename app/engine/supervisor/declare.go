package supervisor

import (
	"context"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/engine/server"
	"devservers/app/project"
)

// declare brings a project's servers in line with its files. The project's loader calls it.
func (s *Supervisor) declare(d *project.Declared) {
	var all []*managed
	var p *managedProject
	var living []string
	if d.Removed || !s.knows(d.Reg.ID) { // all its runs are read: not at each change
		living = s.Kept.Living(d.Reg.ID)
	}
	s.update(func() {
		if p = s.projects[d.Reg.ID]; p == nil {
			p = &managedProject{s: s, id: d.Reg.ID, servers: map[string]*managed{}}
			s.projects[d.Reg.ID] = p
		}
		fresh := p.Declared == nil
		p.Declared = d
		p.declareServers()
		if fresh {
			p.manageUndeclared(living)
		}
		all = p.inOrder()
	})
	for _, m := range all {
		m.lookForDrift()
	}
	s.update(func() {})
	if d.Removed && len(living) == 0 {
		s.Go(func(ctx context.Context) { s.forgetRemoved(ctx, d.Reg.ID) })
	}
}

// knows reports whether a project has been declared.
func (s *Supervisor) knows(project string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.projects[project] != nil
}

// forgetRemoved forgets a git worktree that was removed, unless something of it runs: a person decides about that.
func (s *Supervisor) forgetRemoved(ctx context.Context, id string) {
	s.mu.Lock()
	used := s.projects[id] == nil
	for m := range s.all() {
		used = used || m.Ref.Project == id && m.Busy()
	}
	s.mu.Unlock()
	if used {
		return
	}
	if err := s.Forget(ctx, id, server.ByItself); err != nil {
		s.log.Warn("a removed worktree is still known", "project", id, "error", err)
	}
}

// declareServers creates the servers that p's files declare, and drops the ones that they no longer declare; mu is
// held.
func (p *managedProject) declareServers() {
	for _, m := range p.servers {
		m.Gone = true
	}
	for _, spec := range p.Declared.Servers {
		m := p.servers[spec.Name]
		if m == nil {
			m = p.manage(spec)
		}
		m.checkAs(spec.Alive)
		m.Outside = spec.External && !m.Status.State.Up() || p.s.follow.Has(m.Ref)
		m.Spec, m.overlay, m.Gone = spec, app.ShownPatches(p.Patches, spec.Name), false
	}
	for name, m := range p.servers {
		if m.Gone && !m.Status.State.Up() && (!m.Want.Up || m.Status.Retry != nil) {
			delete(p.servers, name)
			m.Wake() // its goroutine ends
		}
	}
}

// checkAs applies the file's current liveness check to a running server. If no person has reviewed the file, the check
// that was trusted last remains; mu is held.
func (m *managed) checkAs(alive config.Alive) {
	if m.p.Trust != settings.Trusted {
		return
	}
	m.trusted = m.p.Declared
	m.Alive.Set(alive)
}

// manage creates a server and starts its goroutine; mu is held.
func (p *managedProject) manage(spec config.Server) *managed {
	m := &managed{s: p.s, p: p, Server: server.Server{Ref: app.Ref{Project: p.id, Name: spec.Name}, Spec: spec}}
	m.Status = server.Facts{State: app.Stopped, Since: time.Now()}
	p.servers[spec.Name] = m
	p.s.adopting.Add(1)
	p.s.wg.Go(func() { m.keepSupervising() })
	return m
}

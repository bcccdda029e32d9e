package supervisor

import (
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/config/envvar"
	"devservers/app/config/overlay"
	"devservers/app/projects"
	"devservers/app/words"
)

// Patch changes a server's overlay from its next start on; it applies all of c or nothing. Agents can change neither
// what a person has pinned nor variables that make programs run other code.
func (s *Supervisor) Patch(ref app.Ref, c app.Change, a app.Actor) (app.Overlay, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return app.Overlay{}, err
	}
	if err := m.mayPatch(c, a); err != nil {
		return app.Overlay{}, err
	}
	add := m.patchesOf(c, a)
	if len(add) == 0 {
		return app.Overlay{}, app.Failf(app.CodeInvalid, "give set_env, unset_env or port", "there is nothing to change")
	}
	return p.repatch(m.ref.Name, func() ([]overlay.Patch, error) { return s.Files.Overlays.Add(m.ref.Project, add) })
}

// mayPatch refuses changes that only a person may make.
func (m *managed) mayPatch(c app.Change, a app.Actor) error {
	if a.Kind != app.ActorMCP {
		return nil
	}
	for _, name := range append(slices.Sorted(maps.Keys(c.SetEnv)), c.UnsetEnv...) {
		if why := envvar.RunsCode(name); why != "" {
			return app.Failf(app.CodeNeedsHuman, "a person may: devservers set-env "+m.ref.String()+" "+name+"=...", "%s %s: only a person changes it", name, why)
		}
	}
	return m.s.pinned(m.ref, a)
}

// patchesOf returns the patches of a change, with the values in effect before them.
func (m *managed) patchesOf(c app.Change, a app.Actor) (list []overlay.Patch) {
	env, port := m.inEffect()
	add := func(field string, old, value *string) {
		list = append(list, overlay.Patch{ID: strings.ToLower(rand.Text()[:6]), Server: m.ref.Name, Field: field, Old: old, New: value,
			By: overlay.By{Kind: string(a.Kind), Client: a.Client}, At: time.Now().UTC().Truncate(time.Second), Reason: strings.TrimSpace(c.Reason)})
	}
	for _, name := range slices.Sorted(maps.Keys(c.SetEnv)) {
		value := c.SetEnv[name]
		add(overlay.EnvField(name), env[name], &value)
	}
	for _, name := range c.UnsetEnv {
		add(overlay.EnvField(name), env[name], nil)
	}
	if c.Port != "" {
		add("port", port, &c.Port)
	}
	return list
}

// inEffect returns what the next start of a server would give it. If the environment can't be known because an env file
// is missing, it returns the declaration.
func (m *managed) inEffect() (env map[string]*string, port *string) {
	m.s.mu.Lock()
	server, d := m.spec, m.p.Declared
	m.s.mu.Unlock()
	all, fail := m.s.Files.Environ(d, server, server.WorkingDir, 0)
	if fail != nil {
		all = projects.Environ{}
		all.Declared(d.Conf, server)
	}
	env = map[string]*string{}
	for name, v := range all {
		env[name] = &v.Value
	}
	if text := server.Port.String(); text != "" {
		port = &text
	}
	return env, port
}

// Patches returns the overlay of a server, or of a project when ref has no name.
func (s *Supervisor) Patches(ref app.Ref) (app.Overlay, error) {
	p, name, err := s.patched(ref)
	if err != nil {
		return app.Overlay{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return p.overlayOf(name), nil
}

// patched returns the project and the server name that ref selects.
func (s *Supervisor) patched(ref app.Ref) (*project, string, error) {
	if ref.Name == "" {
		p, err := s.find(ref.Project)
		return p, "", err
	}
	p, m, err := s.server(ref)
	if err != nil {
		return nil, "", err
	}
	return p, m.ref.Name, nil
}

// ResetPatch undoes one patch, or all of a server if id is "", or all of a project if ref.Name is "". An agent can undo
// only changes by agents, never a person's.
func (s *Supervisor) ResetPatch(ref app.Ref, id string, a app.Actor) (app.Overlay, error) {
	p, name, err := s.patched(ref)
	if err != nil {
		return app.Overlay{}, err
	}
	if err := p.mayReset(name, id, a); err != nil {
		return app.Overlay{}, err
	}
	return p.repatch(name, func() ([]overlay.Patch, error) {
		return s.Files.Overlays.Remove(p.id, func(q overlay.Patch) bool { return isMeant(q, name, id) && mine(q, a) })
	})
}

// isMeant reports whether server and id select a patch; "" selects all.
func isMeant(p overlay.Patch, server, id string) bool {
	return (server == "" || p.Server == server) && (id == "" || p.ID == id)
}

// mine reports whether a may undo a patch.
func mine(p overlay.Patch, a app.Actor) bool {
	return a.Kind != app.ActorMCP || app.ActorKind(p.By.Kind) == app.ActorMCP
}

// mayReset refuses to undo a patch that does not exist, or one that a person made.
func (p *project) mayReset(name, id string, a app.Actor) error {
	if name != "" {
		if err := p.s.pinned(app.Ref{Project: p.id, Name: name}, a); err != nil {
			return err
		}
	}
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	found := slices.DeleteFunc(slices.Clone(p.Patches), func(q overlay.Patch) bool { return !isMeant(q, name, id) })
	switch {
	case id == "":
		return nil
	case len(found) == 0:
		return app.Failf(app.CodeNotFound, "devservers show-env lists what there is", "there is no patch %s", words.Quote(id))
	case !mine(found[0], a):
		return app.Failf(app.CodeNeedsHuman, "a person takes it back: devservers reset-env --patch "+found[0].ID, "a person made this change")
	}
	return nil
}

// repatch changes the overlay, applies it, and returns the result. Concurrent changes all take effect: it applies what
// was saved last.
func (p *project) repatch(name string, change func() ([]overlay.Patch, error)) (o app.Overlay, err error) {
	p.s.mu.Lock()
	before := len(p.Patches)
	p.s.mu.Unlock()
	if _, err := change(); err != nil {
		return o, patchProblem(err)
	}
	p.s.Files.Repatch(p.id)
	p.s.update(func() {
		p.witnessProject()
		o = p.overlayOf(name)
		o.Message = patchMessage(o, before-len(p.Patches))
	})
	return o, nil
}

func patchProblem(err error) error {
	if bad := (*overlay.Error)(nil); errors.As(err, &bad) {
		return &app.Error{Code: app.CodeInvalid, Detail: bad.Msg, Hint: bad.Hint}
	}
	return err
}

// overlayOf returns the overlay of a server, or of all if name is ""; mu is held.
func (p *project) overlayOf(name string) app.Overlay {
	o := app.Overlay{Project: p.id, Server: name, Patches: app.ShownPatches(p.Patches, name), Restart: []string{}}
	o.Diff = app.OverlayDiff(o.Patches)
	for _, m := range p.inOrder() {
		if (name == "" || m.ref.Name == name) && len(m.driftOf()) > 0 {
			o.Restart = append(o.Restart, m.ref.Name)
		}
	}
	o.Message = patchMessage(o, 0)
	return o
}

// patchMessage describes the state of o after gone of its patches were undone.
func patchMessage(o app.Overlay, gone int) string {
	whose := o.Project
	if o.Server != "" {
		whose += "/" + o.Server
	}
	return words.Patched(whose, len(o.Patches), gone, o.Restart)
}

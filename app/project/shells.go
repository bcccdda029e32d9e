package project

import (
	"log/slog"
	"maps"
	"path/filepath"
	"strings"
	"sync/atomic"

	"devservers/app/base/home"
)

// shell is the environment of the shell that last started something in a project. It is stored, readable by its owner
// only, since a manager that starts later must not use the environment of another project's shell.
type shell struct {
	log   *slog.Logger                      // with the project
	now   atomic.Pointer[map[string]string] // nil = as stored
	store *home.Store[map[string]string]
}

// openShell reads the environment that is stored for a project below the directory state.
func openShell(state, id string, log *slog.Logger) *shell {
	s := &shell{log: log.With("project", id)}
	dir := filepath.Join(state, "environments")
	if err := home.PrivateDir(dir); err != nil {
		s.log.Warn("the environment of its shell is not kept", "error", err)
		s.store = home.OpenStore[map[string]string]("", home.WriteFast)
		return s
	}
	s.store = home.OpenStore[map[string]string](filepath.Join(dir, id+".json"), home.WriteFast)
	if err := s.store.Problem(); err != nil {
		s.log.Warn("the environment of its shell is not known", "error", err)
	}
	return s
}

// get returns the environment; nil = not known.
func (s *shell) get() map[string]string {
	if env := s.now.Load(); env != nil {
		return *env
	}
	return s.store.Get()
}

// set keeps an environment, without our own variables.
func (s *shell) set(env map[string]string) {
	env = maps.Clone(env)
	maps.DeleteFunc(env, func(name, _ string) bool { return strings.HasPrefix(name, "DEVSERVERS_") })
	s.now.Store(&env) // also if it can't be stored
	if maps.Equal(env, s.store.Get()) {
		return
	}
	if err := s.put(env); err != nil {
		s.log.Warn("the environment of its shell is not kept", "error", err)
	}
}

// put stores an environment; nil removes what is stored.
func (s *shell) put(env map[string]string) error {
	return s.store.Change(func(value *map[string]string) error { *value = env; return nil })
}

// SetEnv keeps the environment of the shell that started something in a project; nil keeps what is known.
func (ps *Projects) SetEnv(id string, env map[string]string) {
	if l := ps.loaders.of(id); l != nil && env != nil {
		l.shell.set(env)
	}
}

// envOf returns the environment of the shell that last started something in a project; nil = not known.
func (ps *Projects) envOf(id string) map[string]string {
	if l := ps.loaders.of(id); l != nil {
		return l.shell.get()
	}
	return nil
}

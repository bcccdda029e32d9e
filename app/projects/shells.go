package projects

import (
	"maps"
	"path/filepath"
	"strings"

	"devservers/app/atomicfile"
)

// shell is the environment of the shell that last started something in a project. It is stored, readable by its owner
// only, since a manager that starts later must not use the environment of another project's shell.
type shell = atomicfile.Store[map[string]string]

func (ps *Projects) openShell(id string) *shell {
	dir := filepath.Join(ps.o.Dirs.State, "environments")
	if err := atomicfile.PrivateDir(dir); err != nil {
		ps.log.Warn("the environment of its shell is not kept", "project", id, "error", err)
		return atomicfile.OpenStore[map[string]string]("", atomicfile.WriteFast)
	}
	s := atomicfile.OpenStore[map[string]string](filepath.Join(dir, id+".json"), atomicfile.WriteFast)
	if err := s.Problem(); err != nil {
		ps.log.Warn("the environment of its shell is not known", "project", id, "error", err)
	}
	return s
}

// SetEnv keeps the environment of the shell that started something in a project; nil keeps what is known.
func (ps *Projects) SetEnv(id string, env map[string]string) {
	l := ps.loader(id)
	if l == nil || env == nil {
		return
	}
	env = maps.Clone(env)
	maps.DeleteFunc(env, func(name, _ string) bool { return strings.HasPrefix(name, "DEVSERVERS_") })
	l.env.Store(&env) // also if it can't be stored
	if maps.Equal(env, l.shell.Get()) {
		return
	}
	err := l.shell.Change(func(value *map[string]string) error { *value = env; return nil })
	if err != nil {
		ps.log.Warn("the environment of its shell is not kept", "project", id, "error", err)
	}
}

// EnvOf returns the environment of the shell that last started something in a project; nil = not known.
func (ps *Projects) EnvOf(id string) map[string]string {
	l := ps.loader(id)
	if l == nil {
		return nil
	}
	if env := l.env.Load(); env != nil {
		return *env
	}
	return l.shell.Get()
}

// forgetShell removes the stored environment of a project.
func (l *loader) forgetShell() error {
	return l.shell.Change(func(value *map[string]string) error { *value = nil; return nil })
}

package projects

import (
	"strings"

	"devservers/app"
)

// inherited returns the environment that a run of a project starts from: that of the shell that last started something
// in it. If none did, it is that of a login, and if no shell can say that, the manager's own.
func (ps *Projects) inherited(id string) Environ {
	env := Environ{}
	if shell := ps.EnvOf(id); shell != nil {
		for name, value := range shell {
			env[name] = variable{Value: value, From: app.FromShell}
		}
		return env.own()
	}
	if vars := ps.login(); vars != nil {
		return environ(vars, app.FromLogin)
	}
	return ps.ownEnv()
}

// askShell returns the environment of a login; nil if there is none.
func (ps *Projects) askShell() []string {
	if ps.o.Login == nil {
		return nil
	}
	defer ps.loggedIn.Store(true)
	env, err := ps.o.Login(ps.ctx, ps.o.Env)
	if err != nil {
		ps.log.Warn("servers get the manager's environment instead of a login's", "error", err)
	}
	return env
}

// inheritsKnown reports whether inherited answers at once.
func (ps *Projects) inheritsKnown(id string) bool {
	return ps.o.Login == nil || ps.EnvOf(id) != nil || ps.loggedIn.Load()
}

// Inherits returns whose environment the next start in a project gets: app.FromShell, app.FromLogin or app.FromManager.
func (ps *Projects) Inherits(id string) string {
	switch {
	case ps.EnvOf(id) != nil:
		return app.FromShell
	case ps.o.Login != nil:
		return app.FromLogin
	}
	return app.FromManager
}

// ownEnv is the manager's environment.
func (ps *Projects) ownEnv() Environ { return environ(ps.o.Env, app.FromManager) }

func environ(vars []string, from string) Environ {
	env := Environ{}
	for _, v := range vars {
		name, value, _ := strings.Cut(v, "=")
		env[name] = variable{Value: value, From: from}
	}
	return env.own()
}

// own removes the variables that belong to one terminal or to devservers.
func (e Environ) own() Environ {
	for name := range e {
		if strings.HasPrefix(name, "DEVSERVERS_") {
			delete(e, name)
		}
	}
	for _, name := range []string{"TERM", "COLUMNS", "LINES", "OLDPWD", "SHLVL", "_"} {
		delete(e, name)
	}
	return e
}

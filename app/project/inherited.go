package project

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"

	"devservers/app"
)

// login is the environment of a login, which is found out once.
type login struct {
	env     func() []string // nil if there is none
	none    bool            // there is no way to determine it
	known   atomic.Bool
	manager []string // the environment of the manager
}

// inherited returns the environment that a run of a project starts from: that of the shell that last started something
// in it. If none did, it is a login's, and if no shell can print that, the manager's own.
func (l *login) inherited(shell map[string]string) Environ {
	env := Environ{}
	if shell != nil {
		for name, value := range shell {
			env[name] = variable{Value: value, From: app.FromShell}
		}
		return env.own()
	}
	if vars := l.env(); vars != nil {
		return environ(vars, app.FromLogin)
	}
	return environ(l.manager, app.FromManager)
}

// quick reports whether inherited returns without waiting.
func (l *login) quick(shell map[string]string) bool { return l.none || shell != nil || l.known.Load() }

// newLogin returns the login of o without asking a shell yet. ctx limits that.
func newLogin(ctx context.Context, o Options) *login {
	l := &login{none: o.Login == nil, manager: o.Env}
	l.env = sync.OnceValue(func() []string {
		if l.none {
			return nil
		}
		defer l.known.Store(true)
		env, err := o.Login(ctx, o.Env)
		if err != nil {
			o.Log.Warn("servers get the manager's environment instead of a login's", "error", err)
		}
		return env
	})
	return l
}

// Inherits returns whose environment the next start in a project gets: app.FromShell, app.FromLogin or app.FromManager.
func (ps *Projects) Inherits(id string) string {
	switch {
	case ps.envOf(id) != nil:
		return app.FromShell
	case !ps.login.none:
		return app.FromLogin
	}
	return app.FromManager
}

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

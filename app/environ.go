package app

import (
	"path/filepath"
	"sort"
	"strconv"
	"strings"

	"devservers/app/config"
	"devservers/app/config/envvar"
)

// environ is what a run gets as its environment.
type environ map[string]variable

// variable is one of its values, where it is from, and whose values it took the place of, the latest last.
type variable struct {
	value, from string
	over        []string
}

// environ puts a run's environment together, in dir and with port: the login environment of the person who last asked, the env files, env
// with the overlay's changes, and ours. Nothing of the manager's own, least of all its token, gets in.
func (ps *Projects) environ(d *declared, server config.Server, dir string, port int) (environ, *Error) {
	conf := d.conf
	env := ps.login(ps.envOf(d.reg.ID))
	env.put("PWD", dir, FromUs)
	if server.PTY {
		env.put("TERM", "xterm-256color", FromUs)
	}
	if port != 0 {
		env.put("PORT", strconv.Itoa(port), FromUs)
	}
	for _, file := range server.EnvFiles {
		vars, err := envvar.ReadFile(file, conf.Dir, env.get)
		if err != nil {
			return nil, asError(err, CodeEnvironment)
		}
		for _, v := range vars {
			env.put(v.Name, v.Value, shortPath(conf.Dir, file))
		}
	}
	env.declared(conf, server)
	env.put("DEVSERVERS_PROJECT", conf.ID, FromUs)
	env.put("DEVSERVERS_SERVER", server.Name, FromUs)
	return env, nil
}

// declared puts in what env says, and then what the overlay makes of it.
func (e environ) declared(conf config.Project, server config.Server) {
	file, _ := conf.Find(server.Name)
	as := map[string]string{}
	for _, v := range file.Env {
		e.put(v.Name, v.Value, FromDeclared)
		as[v.Name] = v.Value
	}
	for _, v := range server.Env {
		if value, ok := as[v.Name]; !ok || value != v.Value {
			e.put(v.Name, v.Value, FromOverlay)
		}
	}
	for _, name := range server.Unset {
		delete(e, name)
	}
}

func (e environ) get(name string) (string, bool) {
	v, ok := e[name]
	return v.value, ok
}

func (e environ) put(name, value, from string) {
	v := variable{value: value, from: from}
	if old, ok := e[name]; ok {
		v.over = append(append(v.over, old.over...), old.from)
	}
	e[name] = v
}

func (e environ) list() []string {
	list := make([]string, 0, len(e))
	for name, v := range e {
		list = append(list, name+"="+v.value)
	}
	sort.Strings(list)
	return list
}

// shortPath is file as people in dir write it.
func shortPath(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return file
}

// login is the environment that a run starts from, without what belongs to one terminal or to us.
func (ps *Projects) login(base map[string]string) environ {
	env := environ{}
	if base == nil {
		for _, v := range ps.o.Env {
			name, value, _ := strings.Cut(v, "=")
			env[name] = variable{value: value, from: FromManager}
		}
	}
	for name, value := range base {
		env[name] = variable{value: value, from: FromShell}
	}
	for name := range env {
		if strings.HasPrefix(name, "DEVSERVERS_") {
			delete(env, name)
		}
	}
	for _, name := range []string{"TERM", "COLUMNS", "LINES", "OLDPWD", "SHLVL", "_"} {
		delete(env, name)
	}
	return env
}

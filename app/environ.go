package app

import (
	"sort"
	"strconv"
	"strings"

	"devservers/app/config"
)

// environ is what a run gets as its environment.
type environ map[string]string

// environ puts a run's environment together: the login environment of the person who last asked, the env files, env,
// and ours. Nothing of the manager's own, least of all its token, gets in.
func (s *Supervisor) environ(conf config.Project, server config.Server, base map[string]string, dir string, port int) (environ, *Error) {
	env := s.login(base)
	env["PWD"] = dir
	if server.PTY {
		env["TERM"] = "xterm-256color"
	}
	if port != 0 {
		env["PORT"] = strconv.Itoa(port)
	}
	get := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	for _, file := range server.EnvFiles {
		vars, err := config.ReadEnvFile(file, conf.Dir, get)
		if err != nil {
			return nil, asError(err, CodeEnvironment)
		}
		env.set(vars)
	}
	env.set(server.Env)
	env["DEVSERVERS_PROJECT"], env["DEVSERVERS_SERVER"] = conf.ID, server.Name
	return env, nil
}

func (e environ) list() []string {
	list := make([]string, 0, len(e))
	for name, value := range e {
		list = append(list, name+"="+value)
	}
	sort.Strings(list)
	return list
}

func (e environ) set(vars []config.EnvVar) {
	for _, v := range vars {
		e[v.Name] = v.Value
	}
}

// login is the environment that a run starts from, without what belongs to one terminal or to us.
func (s *Supervisor) login(base map[string]string) environ {
	env := environ{}
	if base == nil {
		for _, v := range s.o.Env {
			name, value, _ := strings.Cut(v, "=")
			env[name] = value
		}
	}
	for name, value := range base {
		env[name] = value
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

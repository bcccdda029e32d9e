package project

import (
	"path/filepath"
	"slices"
	"strconv"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
	"devservers/app/project/sources"
)

// Environ is the environment of a run.
type Environ map[string]variable

// variable is a value, its source, and the sources that it replaced, the latest last.
type variable struct {
	Value, From string
	Over        []string
}

// Environ builds a run's environment for dir and port: the environment of the shell that last started something in the
// project, or of a login, the env files, env with the overlay's changes, and our own variables. Nothing of the
// manager's own environment gets in, least of all its token.
func (ps *Projects) Environ(d *Declared, server config.Server, dir string, port int) (Environ, *app.Error) {
	env, err := ps.environ(d, server, dir, port, readEnvFiles(d.Conf.Dir, server.EnvFiles))
	return env, unread(err)
}

// unread returns the failure of a start whose env files can't be read; nil = they can.
func unread(err error) *app.Error {
	if err == nil {
		return nil
	}
	return app.AsError(err, app.CodeEnvironment)
}

// trustedEnviron is Environ for what is run: env files that change which code runs, and that nobody has reviewed so,
// are refused. What is compared with what was trusted is what is used.
func (ps *Projects) trustedEnviron(d *Declared, server config.Server, dir string, port int) (Environ, *app.Error) {
	files := readEnvFiles(d.Conf.Dir, d.Conf.EnvFiles())
	if fail := ps.trusted(d.Conf.WithEnvFiles(files.readable())); fail != nil {
		ps.request(d.Reg.ID, ask{force: true}) // for the people who look
		return nil, fail
	}
	if name := ps.Lacks(d); name != "" {
		return nil, app.Failf(app.CodeEnvironment, "copy it from the main checkout: devservers setup -p "+d.Conf.Dir,
			"%s has no data %s of its own yet", d.Reg.ID, name)
	}
	env, err := ps.environ(d, server, dir, port, files)
	return env, unread(err)
}

// Lacks returns the name of data that a worktree should have of its own and doesn't, or "".
func (ps *Projects) Lacks(d *Declared) string {
	return ps.Branches.Lacks(d.Conf, func(dir string) config.Worktree {
		for _, other := range ps.All() {
			if other.Reg.Path == dir {
				return other.Conf.Worktree
			}
		}
		return d.Conf.Worktree // setup will register it
	})
}

// CheckEnviron is Environ for the commands of checks of a run, where d was trusted. They do without env files that
// can't be read, or that have changed which code runs since.
func (ps *Projects) CheckEnviron(d *Declared, server config.Server, dir string, port int) Environ {
	files := readEnvFiles(d.Conf.Dir, d.Conf.EnvFiles())
	if slices.Equal(d.Conf.WithEnvFiles(files.readable()).EnvCode, d.Conf.EnvCode) {
		if env, err := ps.environ(d, server, dir, port, files); err == nil {
			return env
		}
	}
	server.EnvFiles = nil
	env, _ := ps.environ(d, server, dir, port, nil)
	return env
}

func (ps *Projects) environ(d *Declared, server config.Server, dir string, port int, files envFiles) (Environ, error) {
	conf := d.Conf
	env := ps.login.inherited(ps.envOf(d.Reg.ID))
	env.put("PWD", dir, app.FromUs)
	if server.PTY {
		env.put("TERM", "xterm-256color", app.FromUs)
	}
	if port == 0 && server.Port.Auto && server.HookOf == "" { // it has not started yet
		port = ps.portOf(app.Ref{Project: d.Reg.ID, Name: server.Name}, server)
	}
	if port != 0 {
		env.put("PORT", strconv.Itoa(port), app.FromUs)
	}
	if err := env.addFiles(conf.Dir, server.EnvFiles, files); err != nil {
		return nil, err
	}
	env.Declared(conf, server)
	env.put("DEVSERVERS_PROJECT", conf.ID, app.FromUs)
	env.put("DEVSERVERS_SERVER", server.Name, app.FromUs)
	if port != 0 {
		env.put("DEVSERVERS_URL", urlOf(port), app.FromUs)
	}
	ps.introduce(env, d)
	return env, nil
}

// Declares reports whether the project declares a variable for a server, also in an env file or its example, or whether
// a patch has set it.
func (ps *Projects) Declares(d *Declared, server config.Server, name string) bool {
	env, fail := ps.Environ(d, server, server.WorkingDir, 0)
	if v, ok := env[name]; fail == nil && ok && !(app.EnvVariable{From: v.From}).Inherited() && v.From != app.FromUs {
		return true
	}
	if slices.ContainsFunc(server.Env, func(v command.Var) bool { return v.Name == name }) ||
		slices.Contains(server.Unset, name) {
		return true
	}
	return slices.ContainsFunc(sources.Examples, func(file string) bool {
		return sources.Defines(filepath.Join(server.WorkingDir, file), name) ||
			sources.Defines(filepath.Join(d.Conf.Dir, file), name)
	})
}

// NextEnv returns the environment of the next start. Env files that can't be read are left out.
func (ps *Projects) NextEnv(d *Declared, server config.Server, port int) map[string]string {
	env, fail := ps.Environ(d, server, server.WorkingDir, port)
	if fail != nil {
		env = ps.login.inherited(ps.envOf(d.Reg.ID))
		env.Declared(d.Conf, server)
		ps.introduce(env, d)
	}
	return env.Values()
}

// Declared adds the variables of env, and then the overlay's changes.
func (e Environ) Declared(conf config.Project, server config.Server) {
	file, _ := conf.Find(server.Name)
	as := map[string]string{}
	for _, v := range file.Env {
		e.put(v.Name, v.Value, app.FromDeclared)
		as[v.Name] = v.Value
	}
	for _, v := range server.Env {
		if value, ok := as[v.Name]; !ok || value != v.Value {
			e.put(v.Name, v.Value, app.FromOverlay)
		}
	}
	for _, name := range server.Unset {
		delete(e, name)
	}
}

// Get returns the value of a variable, or of a reference by its name, and whether it is set.
func (e Environ) Get(name string) (string, bool) {
	if ref, ok := yml.ReferenceNamed(name); ok {
		if name = variableOf(ref.Server, ref.Fact); ref.Of == yml.OfData {
			name = settings.FactVariable(ref.Server, ref.Fact)
		}
	}
	v, ok := e[name]
	return v.Value, ok
}

func (e Environ) put(name, value, from string) {
	v := variable{Value: value, From: from}
	if old, ok := e[name]; ok {
		v.Over = append(append(v.Over, old.Over...), old.From)
	}
	e[name] = v
}

// Values returns the values by name.
func (e Environ) Values() map[string]string {
	values := make(map[string]string, len(e))
	for name, v := range e {
		values[name] = v.Value
	}
	return values
}

// Masked returns words of a command with the secrets of the environment masked: variables may have expanded to
// them, or options are named so.
func (e Environ) Masked(words []string) []string {
	mask := replacer(append(command.InCommand(words), secretsOf(e.Values())...))
	words = slices.Clone(words)
	for i := range words {
		words[i] = mask.Replace(words[i])
	}
	return words
}

// List returns the environment as sorted name=value strings.
func (e Environ) List() []string {
	list := make([]string, 0, len(e))
	for name, v := range e {
		list = append(list, name+"="+v.Value)
	}
	slices.Sort(list)
	return list
}

// shortPath returns file as people in dir would write it.
func shortPath(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return file
}

package project

import "devservers/app"

// OwnEnv returns the environment for a person's own program, such as a hook of config.yml: the manager's, without what
// belongs to one terminal or to devservers.
func (ps *Projects) OwnEnv() map[string]string { return environ(ps.o.Env, app.FromManager).Values() }

// OwnProgram returns the path of a person's own program. It accepts any program except one that path, a PATH, finds
// inside a project.
func (ps *Projects) OwnProgram(name, path string) (exe string, err error) {
	allow := ps.Allow()
	allow.Extra = append(allow.Extra, name)
	return allow.Resolve(name, ps.o.Dirs.Home, path)
}

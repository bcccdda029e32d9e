package supervisor

// OwnEnv returns the environment for a person's own program, such as a hook of config.yml: the manager's, without what
// belongs to one terminal or to devservers.
func (s *Supervisor) OwnEnv() map[string]string { return s.decls.Login(nil).Values() }

// OwnProgram returns the path of a person's own program. It accepts any program except one that path, a PATH, finds
// inside a project.
func (s *Supervisor) OwnProgram(name, path string) (exe string, err error) {
	allow := s.decls.Allow()
	allow.Extra = append(allow.Extra, name)
	return allow.Resolve(name, s.o.Dirs.Home, path)
}

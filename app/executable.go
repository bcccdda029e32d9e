package app

import (
	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/place"
	"devservers/app/config/trust"
)

// trusted refuses what no person has trusted.
func (ps *Projects) trusted(d *declared) *Error {
	switch ps.trust.State(d.conf) {
	case trust.Trusted:
		return nil
	case trust.Changed:
		return failf(CodeNeedsHuman, "a person looks at the change and runs `devservers trust` in "+d.conf.Dir,
			"%s has changed since it was trusted", d.conf.File)
	}
	return failf(CodeNeedsHuman, "a person looks at the commands and runs `devservers trust` in "+d.conf.Dir,
		"the commands of %s are not trusted yet", d.conf.File)
}

// place checks again where the project and the working directory are: both may have been swapped since they were
// registered.
func (ps *Projects) place(conf config.Project, server config.Server) (string, *Error) {
	if _, err := place.Check(ps.o.Dirs.Home, conf.Dir, ps.o.Dirs.Private()...); err != nil {
		return "", asError(err, CodeForbidden)
	}
	dir, err := place.CheckWorkingDir(conf.Dir, server.WorkingDir)
	if err != nil {
		e := asError(err, CodeWorkingDir)
		e.Detail = "the working directory can't be used: " + e.Detail
		return "", e
	}
	return dir, nil
}

// argvOf expands the command line and finds its executable on the run's own PATH.
func argvOf(server config.Server, allow command.Allow, env environ, dir string) (argv []string, exe string, fail *Error) {
	argv, err := server.Command.Expand(env.get)
	if err != nil {
		return nil, "", asError(err, CodeEnvironment)
	}
	if len(argv) == 0 {
		return nil, "", failf(CodeConfig, "write a command", "the command of %s is empty", server.Name)
	}
	exe, err = allow.Resolve(argv[0], dir, env["PATH"].value)
	if err != nil {
		return nil, "", asError(err, CodeExecutable)
	}
	return argv, exe, nil
}

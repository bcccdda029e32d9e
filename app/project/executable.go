package project

import (
	"os"
	"path/filepath"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
)

// Trusted returns an error unless a person has trusted exactly this content of the file, and of its env files what
// decides which code runs.
func (ps *Projects) Trusted(d *Declared) *app.Error { return ps.trusted(d.Conf) }

func (ps *Projects) trusted(conf config.Project) *app.Error {
	switch state := ps.trust.State(conf); {
	case state == settings.Trusted:
		return nil
	case state == settings.NeverTrusted:
		return untrusted(conf.Dir, "the commands of "+conf.File+" are not trusted yet")
	case ps.trust.OnlyEnvFiles(conf):
		return untrusted(conf.Dir, "an env file of "+conf.File+" has changed which code runs since it was trusted")
	}
	return untrusted(conf.Dir, conf.File+" has changed since it was trusted")
}

func untrusted(dir, detail string) *app.Error {
	return &app.Error{Code: app.CodeNeedsHuman, Detail: detail,
		Hint: "a person must review them and run `devservers trust` in " + dir, Untrusted: dir}
}

// place checks again where the project and the working directory are, since both may have been replaced after the
// registration. It returns the working directory.
func (ps *Projects) place(conf config.Project, server config.Server) (string, *app.Error) {
	_ = ps.o.Global.Reload() // so that a change of roots or allow counts for this start
	if _, err := yml.CheckDirectory(ps.o.Dirs.Home, ps.o.Global.Settings().Roots, conf.Dir,
		ps.o.Dirs.Private()...); err != nil {
		return "", app.AsError(err, app.CodeForbidden)
	}
	dir, err := yml.CheckWorkingDir(conf.Dir, server.WorkingDir)
	if err != nil {
		e := app.AsError(err, app.CodeWorkingDir)
		e.Detail = "the working directory can't be used: " + e.Detail
		if meant := meantDir(server.WorkingDir); meant != "" {
			e.Hint = "correct working_dir in devservers.yml: did you mean " + meant + "?"
		}
		return "", e
	}
	return dir, nil
}

// meantDir returns the sibling directory whose name dir, which does not exist, may be a misspelling of, or "".
func meantDir(dir string) string {
	if _, err := os.Stat(dir); err == nil {
		return ""
	}
	entries, _ := os.ReadDir(filepath.Dir(dir))
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	for _, name := range words.Meant(filepath.Base(dir), names) {
		return name
	}
	return ""
}

// ArgvOf expands the command line and finds its executable in the run's own PATH.
func (ps *Projects) ArgvOf(server config.Server, env Environ, dir string) (argv []string, exe string, fail *app.Error) {
	argv, err := server.Command.Expand(env.Get)
	if err != nil {
		return nil, "", app.AsError(err, app.CodeEnvironment)
	}
	if len(argv) == 0 {
		return nil, "", app.Failf(app.CodeConfig, "write a command", "the command of %s is empty", server.Name)
	}
	exe, err = ps.Allow().Resolve(argv[0], dir, env["PATH"].Value)
	if err != nil {
		return nil, "", app.AsError(err, app.CodeExecutable)
	}
	return argv, exe, nil
}

package finders

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/sources"
)

// program looks for a program that the command, or what it leads to, calls: whether it is there, and whether it can be
// executed. Without a word, it looks at the scripts of the command.
func program(s *Scene, p Pointer) *app.Claim {
	w := p.Words["program"]
	if w.Empty() {
		return s.badScript()
	}
	for _, step := range s.calls() {
		name := w.OneOf(step.Words())
		if name == "" {
			continue
		}
		if c := s.badScript(); c != nil {
			return c
		}
		if slices.Contains(ofBash, name) && step.File != "" {
			return s.needsBash(step, name)
		}
		if strings.Contains(name, "/") {
			return s.atPath(step, name)
		}
		if sources.InPath(name, s.Env["PATH"]) || s.inModules(step.Dir, name) {
			return nil
		}
		return s.noProgram(step, name)
	}
	if n, ok := s.inFiles(w, s.sources()); ok && !sources.InPath(n.name, s.Env["PATH"]) && !strings.Contains(n.name,
		"/") && isSource(n.at.File) {
		c := itIs(app.FindingExecutable, app.Name(n.name), "the program %s is not installed, or not in PATH",
			app.Name(n.name))
		c.See("system", "no directory of PATH has it").Read(n.where(s), "%s names it", n.where(s))
		return c.Correct("install %s, or correct %s", app.Name(n.name), n.where(s))
	}
	return nil
}

// ofBash are commands of bash that other shells do not have.
var ofBash = []string{"source", "[[", "declare", "shopt", "function", "pushd", "popd", "typeset", "mapfile",
	"readarray", "disown", "compgen"}

// needsBash claims that a line of a script uses what only bash has.
func (s *Scene) needsBash(step code.Step, name string) *app.Claim {
	where := app.Name(step.Where(s.Workspace))
	c := itIs(app.FindingCode, where, "%s uses %s, which bash has and the shell that runs it has not", where,
		app.Name(name))
	c.See(s.path(step.File), "%s has it", where).Certain = true
	return c.Correct("let bash run %s", s.path(step.File))
}

// inModules reports whether a directory or one above it has a program of a package of npm.
func (s *Scene) inModules(dir, name string) bool {
	for ; ; dir = filepath.Dir(dir) {
		if exists(filepath.Join(dir, "node_modules", ".bin", name)) {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// atPath claims that a program which a step names by its path is missing or can't be executed.
func (s *Scene) atPath(step code.Step, name string) *app.Claim {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(step.Dir, name)
	}
	info, err := os.Stat(path)
	if err != nil {
		return missing(s, path, &named{name: name, step: &step, dir: step.Dir})
	}
	return s.unexecutable(path, info)
}

// unexecutable claims that a file lacks the permission to be executed, or lies where nothing can be.
func (s *Scene) unexecutable(path string, info os.FileInfo) *app.Claim {
	shown := s.path(path)
	switch {
	case info.IsDir():
	case info.Mode()&0o111 == 0:
		c := itIs(app.FindingExecutable, shown, "%s is not executable", shown)
		c.See("disk", "its mode is %s", app.Name(info.Mode().String())).Certain = true
		if !s.Ours(path) {
			return c.Correct("make it executable, or name its interpreter in the command")
		}
		return c.Type("chmod +x " + string(shown))
	case sources.NoExec(path):
		c := itIs(app.FindingExecutable, shown, "%s is on a file system that is mounted noexec", shown)
		c.See("disk", "the file system has the option noexec").Certain = true
		return c.Correct("move it to another file system, or name its interpreter in the command")
	}
	return nil
}

// noProgram claims that a program is not installed. It is a package's only if a listed one is likely to have it.
func (s *Scene) noProgram(step code.Step, name string) *app.Claim {
	c := itIs(app.FindingExecutable, app.Name(name), "the program %s is not installed, or not in PATH", app.Name(name))
	where := app.Name(step.Where(s.Workspace))
	c.See("system", "no directory of PATH has it").Read(where, "%s calls it", where)
	at := sources.Project{Dir: s.Dir, WorkDir: step.Dir}
	pkg, file := at.PackageJSON()
	m, lock := at.Used(sources.Node)
	by := sources.PackageWith(name, pkg.Packages())
	if by == "" {
		by = sources.PackageWith(name, s.locked(at))
	}
	switch like := words.Meant(name, at.Programs(pkg)); {
	case file == "":
	case by != "":
		c.Kind = app.FindingModule
		c.Read(s.path(file), "%s lists %s", s.path(file), app.Name(by)).See("disk", "it is not in node_modules/.bin")
		return s.command(c, lock, m.Install)
	case len(like) > 0:
		c.Kind = app.FindingModule
		c.Read(s.path(file), "%s lists no package of that name", s.path(file))
		return c.Correct("%s: did you mean %s?", app.Name(step.Correct(s.Workspace)), app.Name(strings.Join(like, ", ")))
	case step.Script != "" && !exists(filepath.Join(filepath.Dir(file), "node_modules")) && len(pkg.Packages()) > 0:
		c.Kind = app.FindingModule
		c.See("disk", "the project has no node_modules")
		return s.command(c, lock, m.Install)
	}
	if step.File != "" {
		return c.Correct("install %s, or %s", app.Name(name), app.Name(step.Correct(s.Workspace)))
	}
	return c.Correct("install %s, or write its path", app.Name(name))
}

// locked returns the packages that the lock file of npm lists.
func (s *Scene) locked(p sources.Project) []string {
	if _, file := p.Used(sources.Node); filepath.Ext(file) == ".json" && filepath.Base(file) != "package.json" {
		return sources.Locked(file)
	}
	return nil
}

// badScript claims that a script of the command can't be run as it is: its lines end as on Windows, its interpreter
// does not exist, or it is not executable.
func (s *Scene) badScript() *app.Claim {
	for _, script := range s.Scripts(s.StepFiles()...) {
		name := s.path(script.Path)
		switch {
		case script.CRLF && s.Ours(script.Path):
			c := itIs(app.FindingFile, name, "%s has Windows line endings (CRLF), which a shell takes for part of its words",
				name)
			c.See(name, "its lines end with a carriage return").Certain = true
			return c.Type(`sed -i s/\r$// `+string(name)).Correct(`convert it: sed -i 's/\r$//' %s, and let git keep LF for `+
				`it in .gitattributes`, name)
		case filepath.IsAbs(script.Interpreter) && !exists(script.Interpreter):
			c := itIs(app.FindingExecutable, name, "the interpreter %s, which the first line of %s names, does not exist",
				app.Name(script.Interpreter), name)
			c.See("disk", "there is no %s", app.Name(script.Interpreter)).Certain = true
			env := filepath.Dir(filepath.Dir(script.Path))
			if exists(filepath.Join(env, "pyvenv.cfg")) {
				c.See("disk", "%s is an environment of Python, which can't be moved", s.path(env))
				return c.Correct("make it again: python3 -m venv --clear %s, and install the packages into it", s.path(env))
			}
			return c.Correct("install it, or correct the first line of %s", name)
		}
	}
	return s.windowsValues()
}

// windowsValues claims that a script reads values from a file whose lines end as on Windows.
func (s *Scene) windowsValues() *app.Claim {
	for _, step := range s.calls() {
		list := step.Words()
		for i := 1; i < len(list); i++ {
			path := filepath.Join(step.Dir, list[i])
			if !slices.Contains([]string{".", "source", "cat"}, list[i-1]) || !s.Ours(path) || !strings.Contains(s.text(path),
				"\r\n") {
				continue
			}
			where := app.Name(step.Where(s.Workspace))
			c := itIs(app.FindingFile, s.path(path),
				"%s has Windows line endings (CRLF): the values that %s reads from it end with a carriage return", s.path(path),
				where)
			c.See(s.path(path), "its lines end with a carriage return").Certain = true
			return c.Correct(`convert it: sed -i 's/\r$//' %s, and let git keep LF for it in .gitattributes`, s.path(path))
		}
	}
	return nil
}

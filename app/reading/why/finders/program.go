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
	if c := badScript(s); w.Empty() && c == nil && s.notFound() {
		return unnamedProgram(s)
	} else if w.Empty() {
		return c
	}
	for _, step := range s.Calls() {
		name := w.OneOf(step.Words())
		switch {
		case name == "":
			continue
		case slices.Contains(ofBash, name):
			return nil
		}
		if c := badScript(s); c != nil {
			return c
		}
		if strings.Contains(name, "/") {
			return atPath(s, step, name)
		}
		if sources.InPath(name, s.Env["PATH"]) || s.HasProgram(step.Dir, name) {
			return nil
		}
		return noProgram(s, step, name)
	}
	if n, ok := s.InFiles(w, s.Written()); ok && !sources.InPath(n.Name, s.Env["PATH"]) && !strings.Contains(n.Name,
		"/") && sources.IsSource(n.At.File) {
		c := app.About(app.FindingExecutable, app.Known(n.Name), "the program %s is not installed, or not in PATH")
		c.See("system", "no directory of PATH has it").ReadIn(s.Where(n), "%s names it")
		return c.Correct("install %s, or correct %s", app.Known(n.Name), s.Where(n))
	}
	return nil
}

// unnamedProgram claims that a program is not installed which a step calls and the last lines name, in any language.
func unnamedProgram(s *Scene) *app.Claim {
	for _, step := range s.Calls() {
		list := step.Words()
		if len(list) == 0 || strings.Contains(list[0], "/") || sources.InPath(list[0], s.Env["PATH"]) ||
			s.HasProgram(step.Dir, list[0]) {
			continue
		}
		if at := lineWith(s, ": "+list[0]+": "); at >= s.End {
			c := noProgram(s, step, list[0])
			c.Line, c.Root = at, true
			return c
		}
	}
	return nil
}

// ofBash are commands of bash itself: where another shell does not find them, no program is missing.
var ofBash = []string{"source", "[[", "declare", "shopt", "function", "pushd", "popd", "typeset", "mapfile",
	"readarray", "disown", "compgen"}

// atPath claims that a program which a step names by its path is missing or can't be executed.
func atPath(s *Scene, step code.Step, name string) *app.Claim {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(step.Dir, name)
	}
	info, err := os.Stat(path)
	if err != nil {
		return Missing(s, path, &code.Named{Name: name, Step: &step, Dir: step.Dir})
	}
	return Unexecutable(s, path, info)
}

// Unexecutable claims that a file lacks the permission to be executed, or lies where nothing can be.
func Unexecutable(s *Scene, path string, info os.FileInfo) *app.Claim {
	shown := s.PathOf(path)
	switch {
	case info.IsDir():
	case info.Mode()&0o111 == 0:
		c := app.About(app.FindingExecutable, shown, "%s is not executable")
		c.See("disk", "its mode is %s", app.Known(info.Mode().String())).Certain = true
		if !s.Ours(path) {
			return c.Correct("make it executable, or name its interpreter in the command")
		}
		return c.Type(app.Known("chmod +x " + shown.String()))
	case sources.NoExec(path):
		c := app.About(app.FindingExecutable, shown, "%s is on a file system that is mounted noexec")
		c.See("disk", "the file system has the option noexec").Certain = true
		return c.Correct("move it to another file system, or name its interpreter in the command")
	}
	return nil
}

// noProgram claims that a program is not installed. It is a package's only if a listed one is likely to have it.
func noProgram(s *Scene, step code.Step, name string) *app.Claim {
	c := app.About(app.FindingExecutable, app.Known(name), "the program %s is not installed, or not in PATH")
	where := s.StepAt(step)
	c.See("system", "no directory of PATH has it").ReadIn(where, "%s calls it")
	at := sources.Project{Dir: s.Dir, WorkDir: step.Dir}
	pkg, file := at.PackageJSON()
	m, lock := at.Used(sources.Node)
	by := sources.PackageWith(name, pkg.Packages())
	if by == "" {
		by = sources.PackageWith(name, at.LockedPackages())
	}
	switch like := words.Meant(name, at.Programs(pkg)); {
	case file == "":
	case by != "":
		c.Kind = app.FindingModule
		c.ReadIn(s.PathOf(file), "%s lists %s", app.Known(by)).See("disk", "it is not in node_modules/.bin")
		return s.Command(c, lock, m.Install)
	case len(like) > 0:
		c.Kind = app.FindingModule
		c.ReadIn(s.PathOf(file), "%s lists no package of that name")
		return c.Correct("%s: did you mean %s?", app.Known(step.Correct(s.Workspace)), app.Known(strings.Join(like, ", ")))
	case step.Script != "" && !sources.IsThere(filepath.Join(filepath.Dir(file), "node_modules")) &&
		len(pkg.Packages()) > 0:
		c.Kind = app.FindingModule
		c.See("disk", "the project has no node_modules")
		return s.Command(c, lock, m.Install)
	}
	if step.File != "" {
		return c.Correct("install %s, or %s", app.Known(name), app.Known(step.Correct(s.Workspace)))
	}
	return c.Correct("install %s, or write its path", app.Known(name))
}

// badScript claims that a script of the command can't be run as it is: its lines end as on Windows, its interpreter
// does not exist, or it is not executable.
func badScript(s *Scene) *app.Claim {
	for _, script := range s.scripts(s.StepFiles()...) {
		name := s.PathOf(script.path)
		switch {
		case script.crlf && s.Ours(script.path):
			c := app.About(app.FindingFile, name,
				"%s has Windows line endings (CRLF), which a shell takes for part of its words")
			c.See(app.OwnerOf(name), "its lines end with a carriage return").Certain = true
			return c.Correct(`convert it: sed -i 's/\r$//' %s, and let git keep LF for it in .gitattributes`, name)
		case filepath.IsAbs(script.interpreter) && !sources.IsThere(script.interpreter):
			c := app.ItIs(app.FindingExecutable, name, "the interpreter %s, which the first line of %s names, does not exist",
				app.Known(script.interpreter), name)
			c.See("disk", "there is no %s", app.Known(script.interpreter)).Certain = true
			env := filepath.Dir(filepath.Dir(script.path))
			if sources.IsThere(filepath.Join(env, "pyvenv.cfg")) {
				c.See("disk", "%s is an environment of Python, which can't be moved", s.PathOf(env))
				return c.Correct("make it again: python3 -m venv --clear %s, and install the packages into it", s.PathOf(env))
			}
			return c.Correct("install it, or correct the first line of %s", name)
		}
	}
	return nil
}

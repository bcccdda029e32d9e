package finders

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
)

// pythonModule claims something about a module of Python: of the project itself, of a package, or of none.
func pythonModule(s *Scene, p Pointer) *app.Claim {
	w := p.Words["package"]
	name := ""
	at, ok := s.Find(w)
	if ok {
		name = at.Name
	} else if at, ok = s.Find(w.First(".")); ok {
		name = at.Name
	} else if name = s.Distributed(w.First(".")); name == "" {
		return nil
	}
	top, _, _ := strings.Cut(name, ".")
	where := app.Known("")
	if ok {
		where = s.Where(at)
	}
	if name != top && p.At >= 0 && s.Lines[p.At].Text.Has("is not a package") {
		if c := hides(s, w.First("."), name); c != nil {
			return c
		}
	}
	if c := ownModule(s, name, top, where); c != nil {
		return c
	}
	c := noPython(s, name, top, where)
	if c == nil {
		return nil
	}
	if like := s.MeantModule(top); like != "" && s.Lists(sources.Python, top, sources.Distributions[top]) == "" {
		c.Problem = app.Say("there is no Python module %s", app.Known(top))
		c.See("disk", "the project has a module %s", app.Known(like))
		return c.Correct("correct %s: did you mean %s?", where, app.Known(like))
	}
	c = install(s, c, sources.Python, top, sources.Distributions[top], strings.ToLower(top))
	if venv := s.UnusedVenv(top); venv != "" {
		c.See("disk", "%s has it", s.PathOf(venv))
		return c.Correct("use the project's interpreter: write %s in the command", app.Known(filepath.Join(s.Shown(venv),
			"bin", "python")))
	}
	return c
}

// noPython claims that a module is not installed, or not in the package that is; nil = it is there.
func noPython(s *Scene, name, top string, where app.Name) *app.Claim {
	dir := s.InstalledAt(sources.Python, top, nil)
	rest, dotted := strings.CutPrefix(name, top+".")
	if dir == "" {
		c := app.About(app.FindingModule, app.Known(top),
			"the Python package %s is not installed for the interpreter that ran")
		c.See("disk", "no library of %s has it", app.Known(s.Interpreter()))
		if !where.Empty() {
			c.ReadIn(where, "%s names it")
		}
		return c
	}
	module := filepath.Join(dir, strings.ReplaceAll(rest, ".", "/"))
	if !dotted || sources.IsThere(module) || sources.IsThere(module+".py") {
		return installedNow(s, top, dir, nil)
	}
	c := app.ItIs(app.FindingModule, app.Known(name), "the Python package %s has no module %s", app.Known(top),
		app.Known(rest))
	c.See("disk", "the package is %s", s.PathOf(dir)).Certain = true
	if like := sources.MeantIn(dir, rest); like != "" {
		return c.Correct("correct the name in %s: did you mean %s.%s?", where, app.Known(top), app.Known(like))
	}
	return c.Correct("correct the name in %s, or install the version of %s that has it", where, app.Known(top))
}

// ownModule claims that a module of the project is looked for where it is not, or under another name.
func ownModule(s *Scene, name, top string, where app.Name) *app.Claim {
	c := app.About(app.FindingModule, app.Known(name), "Python cannot import %s of the project itself")
	if !where.Empty() {
		c.ReadIn(where, "%s names it")
	}
	if dir := s.ModuleDir(top); dir != "" {
		c.See("disk", "it is in %s, the command runs in %s", s.PathOf(dir), app.Known(s.WorkDir))
		return c.Correct("set working_dir: %s in devservers.yml, or PYTHONPATH", s.PathOf(dir))
	}
	if !sources.HasModule(s.WorkDir, top) {
		return nil
	}
	if path := filepath.Join(s.WorkDir, strings.ReplaceAll(name, ".", "/")); sources.IsThere(path) ||
		sources.IsThere(path+".py") {
		return nil
	}
	c.See("disk", "the project has a module %s, but not %s", app.Known(top), app.Known(name))
	if like := s.MeantModule(name); like != "" {
		return c.Correct("correct %s: did you mean %s?", where, app.Known(like))
	}
	return c.Correct("correct the name in %s, or create the module", where)
}

// hides claims that a file of the project has the name of a package or a directory, which then can't be imported. whole
// is the module of it that the project wants; "" = it is not known.
func hides(s *Scene, w app.Printed, whole string) *app.Claim {
	dirs := []string{s.WorkDir, s.Dir}
	for _, file := range s.StepFiles() { // Python looks beside the program first
		dirs = slices.Insert(dirs, 0, filepath.Dir(file))
	}
	for _, dir := range dirs {
		list, _ := filepath.Glob(filepath.Join(sources.GlobSafe(dir), "*.py"))
		for _, path := range list {
			name := strings.TrimSuffix(filepath.Base(path), ".py")
			if !w.Is(name) {
				continue
			}
			if what := hidden(s, path, name, strings.ReplaceAll(whole, ".", "/")); what != "" {
				c := app.ItIs(app.FindingModule, app.Known(name),
					"%s hides the %s %s: Python imports the file of the project instead", s.PathOf(path), app.Known(what),
					app.Known(name))
				c.See("disk", "%s has the name of the %s", s.PathOf(path), app.Known(what)).Certain = true
				return c.Correct("rename %s", s.PathOf(path))
			}
		}
	}
	return nil
}

// hidden returns what a file with the name of a module hides, "package" or "directory"; "" = nothing that is known.
func hidden(s *Scene, path, name, whole string) string {
	below := filepath.Join(filepath.Dir(path), whole)
	switch {
	case whole != "" && (sources.IsThere(below) || sources.IsThere(below+".py")):
		return "directory"
	case s.Lists(sources.Python, name, sources.Distributions[name]) != "",
		whole != "" && s.InstalledAt(sources.Python, whole, nil) != "",
		whole == "" && sources.ImportsModule(path, name):
		return "package"
	}
	return ""
}

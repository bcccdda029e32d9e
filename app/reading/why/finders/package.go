package finders

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/code"
	"devservers/app/project/sources"
)

// ecosystems are the languages whose manifests are known, as the table of wordings calls them.
var ecosystems = map[string]*sources.Ecosystem{
	"node": sources.Node, "python": sources.Python, "ruby": sources.Ruby, "go": sources.Golang, "rust": sources.Rust,
	"php":  sources.PHP,
	"perl": sources.Perl, "elixir": sources.Elixir, "java": sources.Java, "deno": sources.Deno, "dart": sources.Dart,
	"dotnet": sources.Dotnet,
}

// pack looks for a package: which manifest lists it, which source imports it, whether it is installed.
func pack(s *Scene, p Pointer) *app.Claim {
	e, w := ecosystems[p.Of], p.Words["package"]
	switch {
	case p.Of == "hidden":
		return s.hides(w)
	case p.Of == "native":
		return s.native(w)
	case e == nil:
		e = s.ecosystem(w)
	}
	if e == nil {
		return nil
	}
	if w.Empty() {
		return s.notInstalled(e)
	}
	if e == sources.Python {
		return s.pythonModule(p)
	}
	if c := s.ownLibrary(e, p); c != nil {
		return c
	}
	if name := s.listed(e, w); name != "" {
		return s.packageOf(e, name, nil)
	}
	if i, ok := s.importOf(w, s.importers(p)); ok {
		return s.packageOf(e, sources.PackageOf(i.name), &i)
	}
	if at, ok := s.find(w); ok {
		return s.packageOf(e, at.name, &importing{at.name, at.at})
	}
	return nil
}

// ownLibrary claims that a module of Perl or Ruby is one of the project itself, in a directory where the language does
// not look.
func (s *Scene) ownLibrary(e *sources.Ecosystem, p Pointer) *app.Claim {
	end := map[*sources.Ecosystem]string{sources.Perl: ".pm", sources.Ruby: ".rb"}[e]
	if at, ok := s.find(p.Words["package"]); ok && end != "" {
		file := strings.ReplaceAll(at.name, "::", "/") + end
		if dir := s.Search(func(dir string) bool { return exists(filepath.Join(dir, file)) }); dir != "" {
			c := itIs(app.FindingModule, app.Name(at.name), "%s of the project itself is not found", app.Name(at.name))
			c.See("disk", "it is in %s", s.path(dir)).Read(at.where(s), "%s names it", at.where(s))
			return c.Correct("make it look there: add -I%s to the command", s.path(dir))
		}
	}
	return nil
}

// ecosystem returns the language whose manifest in the project lists a package, or nil.
func (s *Scene) ecosystem(w app.Printed) *sources.Ecosystem {
	for _, of := range []string{"node", "python", "ruby", "php", "elixir", "go", "rust", "java", "perl", "dart",
		"dotnet"} {
		if s.listed(ecosystems[of], w) != "" {
			return ecosystems[of]
		}
	}
	for _, of := range []string{"node", "python", "ruby", "php"} {
		if _, file := s.Used(ecosystems[of]); file != "" {
			return ecosystems[of]
		}
	}
	return nil
}

// listed returns the name of a package as a manifest of the project lists it, or "".
func (s *Scene) listed(e *sources.Ecosystem, w app.Printed) string {
	for _, name := range s.Listed(e) {
		if w.Alike(name) || strings.Contains(name, "/") && (w.First("/").Is(name) || w.Is(filepath.Base(name)) &&
			e == sources.PHP) {
			return name
		}
	}
	return ""
}

// packageOf claims that a package which the project imports or lists is not installed. i is the import; nil = none.
func (s *Scene) packageOf(e *sources.Ecosystem, name string, i *importing) *app.Claim {
	if e == nil {
		e = sources.Node
	}
	if e == sources.Node && (strings.Contains(name, ":") || !sources.NodeName().MatchString(name)) {
		return nil
	}
	if dir := s.installedAt(e, name, i); dir != "" {
		return s.installedNow(name, dir, i)
	}
	c := itIs(app.FindingModule, app.Name(name), "the %spackage %s is not installed", app.Name(e.Name()), app.Name(name))
	if i != nil && i.at.File != "" {
		where := app.Name(i.at.Shown(s.Workspace))
		c.Read(where, "%s imports it", where)
	}
	if e.Dir != "" {
		c.See("disk", "it is not in %s", app.Name(e.Dir))
	} else if _, manifest := s.Used(e); manifest == "" {
		return nil // nothing was looked at
	}
	return s.at(i).install(c, e, name)
}

// at returns the scene as it is for the directory of an import: its manifest is near.
func (s *Scene) at(i *importing) *Scene {
	if i == nil || i.at.File == "" || !isIn(i.at.File, s.Dir) {
		return s
	}
	other, p := *s, *s.Project
	p.WorkDir = filepath.Dir(i.at.File)
	other.Workspace = code.New(&p)
	return &other
}

// install adds the manifest that lists a package, and how to install it. One that no manifest lists may be misspelled
// or hostile, so the step never installs it.
func (s *Scene) install(c *app.Claim, e *sources.Ecosystem, names ...string) *app.Claim {
	m, file := s.Used(e)
	if file == "" {
		return c.Correct("check the name, and ask before installing %s: no manifest lists it", app.Name(names[0]))
	}
	listed := s.Lists(e, names...)
	if listed == "" {
		c.Read(s.path(file), "%s does not list it", s.path(file))
		return c.Correct("check the name, and ask before adding %s to %s", app.Name(names[0]), s.path(s.Manifest(e, file)))
	}
	c.Read(s.path(listed), "%s lists it", s.path(listed))
	return s.command(c, file, m.Install)
}

// notInstalled claims that the packages of a manifest are not installed at all.
func (s *Scene) notInstalled(e *sources.Ecosystem) *app.Claim {
	m, file := s.Used(e)
	if file == "" || e.Dir == "" || exists(filepath.Join(filepath.Dir(file), e.Dir)) {
		return nil
	}
	c := itIs(app.FindingModule, s.path(file), "the packages of %s are not installed", s.path(file))
	c.See("disk", "there is no %s", app.Name(e.Dir)).Certain = true
	return s.command(c, file, m.Install)
}

// installedAt returns where a package is installed, or "". Of some languages that is not known.
func (s *Scene) installedAt(e *sources.Ecosystem, name string, i *importing) string {
	from := s.WorkDir
	if i != nil && i.at.File != "" {
		from = filepath.Dir(i.at.File)
	}
	switch e {
	case sources.Node, sources.Deno:
		return sources.Installed(from, name)
	case sources.PHP, sources.Elixir:
		_, file := s.Used(e)
		return sources.Existing(filepath.Join(filepath.Dir(file), e.Dir, name))
	case sources.Python:
		for _, library := range s.PythonLibraries() {
			for _, end := range []string{"", ".py"} {
				if path := sources.Existing(filepath.Join(library, name+end)); path != "" {
					return path
				}
			}
		}
	}
	return ""
}

// installedNow claims something about a package that is installed: it came after the run began, or it is damaged.
func (s *Scene) installedNow(name, dir string, i *importing) *app.Claim {
	info, err := os.Stat(dir)
	if err == nil && !s.Started.IsZero() && info.ModTime().After(s.Started) {
		c := itIs(app.FindingModule, app.Name(name), "the package %s was not installed when this run began, and is now",
			app.Name(name))
		c.See("disk", "%s was written after that", s.path(dir)).Certain = true
		return c.Do(s.step(app.StepRestart), app.Sentence{})
	}
	if !strings.Contains(dir, "/node_modules/") {
		return nil
	}
	if !exists(filepath.Join(dir, "package.json")) {
		c := itIs(app.FindingModule, app.Name(name), "the installed package %s is damaged", app.Name(name))
		c.See("disk", "%s has no package.json", s.path(dir)).Certain = true
		return c.Type(s.Reinstall())
	}
	if i == nil || i.name == name || code.Variant(filepath.Join(dir, strings.TrimPrefix(i.name, name))) != "" {
		return nil
	}
	where := app.Name(i.at.Shown(s.Workspace))
	c := itIs(app.FindingFile, app.Name(i.name), "the package %s is installed, but has no %s", app.Name(name),
		app.Name(strings.TrimPrefix(i.name, name+"/")))
	c.See("disk", "there is no such file in %s", s.path(dir)).Read(where, "%s imports it", where)
	return c.Correct("correct the import in %s, or install the version of %s that has it", where, app.Name(name))
}

// pythonModule claims something about a module of Python: of the project itself, of a package, or of none.
func (s *Scene) pythonModule(p Pointer) *app.Claim {
	w := p.Words["package"]
	name := ""
	at, ok := s.find(w)
	if ok {
		name = at.name
	} else if at, ok = s.find(w.First(".")); ok {
		name = at.name
	} else if name = s.distributed(w.First(".")); name == "" {
		return s.ofLibrary(p)
	}
	top, _, _ := strings.Cut(name, ".")
	where := app.Name("")
	if ok {
		where = at.where(s)
	}
	if c := s.ownModule(name, top, where); c != nil {
		return c
	}
	c := s.noPython(name, top, where)
	if c == nil {
		return nil
	}
	if like := s.MeantModule(top); like != "" && s.Lists(sources.Python, top, sources.Distributions[top]) == "" {
		c.Problem = app.Say("there is no Python module %s", app.Name(top))
		c.See("disk", "the project has a module %s", app.Name(like))
		return c.Correct("correct %s: did you mean %s?", where, app.Name(like))
	}
	c = s.install(c, sources.Python, top, sources.Distributions[top], strings.ToLower(top))
	if venv := s.UnusedVenv(top); venv != "" {
		c.See("disk", "%s has it", s.path(venv))
		return c.Correct("use the project's interpreter: write %s in the command", app.Name(filepath.Join(s.Shown(venv),
			"bin", "python")))
	}
	return c
}

// distributed returns the module that a manifest lists under the name of its distribution, or "".
func (s *Scene) distributed(w app.Printed) string {
	if name := s.listed(sources.Python, w); name != "" {
		return name
	}
	for module, distribution := range sources.Distributions {
		if w.Is(module) && s.Lists(sources.Python, distribution) != "" {
			return module
		}
	}
	return ""
}

// ofLibrary claims that a module is not installed which an installed package imports in the file that the lines name.
func (s *Scene) ofLibrary(p Pointer) *app.Claim {
	w := p.Words["package"].First(".")
	for _, file := range s.importers(p) {
		if name := w.In(s.text(file)); name != "" && sources.ImportsModule(file, name) {
			if s.installedAt(sources.Python, name, nil) != "" {
				return nil
			}
			c := itIs(app.FindingModule, app.Name(name), "the Python package %s is not installed for the interpreter that ran",
				app.Name(name))
			c.See("disk", "%s imports it", s.path(file))
			return s.install(c, sources.Python, name, sources.Distributions[name])
		}
	}
	return nil
}

// noPython claims that a module is not installed, or not in the package that is; nil = it is there.
func (s *Scene) noPython(name, top string, where app.Name) *app.Claim {
	dir := s.installedAt(sources.Python, top, nil)
	rest, dotted := strings.CutPrefix(name, top+".")
	if dir == "" {
		c := itIs(app.FindingModule, app.Name(top), "the Python package %s is not installed for the interpreter that ran",
			app.Name(top))
		c.See("disk", "no library of %s has it", app.Name(s.Interpreter()))
		if where != "" {
			c.Read(where, "%s names it", where)
		}
		return c
	}
	module := filepath.Join(dir, strings.ReplaceAll(rest, ".", "/"))
	if !dotted || exists(module) || exists(module+".py") {
		return s.installedNow(top, dir, nil)
	}
	c := itIs(app.FindingModule, app.Name(name), "the Python package %s has no module %s", app.Name(top), app.Name(rest))
	c.See("disk", "the package is %s", s.path(dir)).Certain = true
	if like := sources.MeantIn(dir, rest); like != "" {
		return c.Correct("correct the name in %s: did you mean %s.%s?", where, app.Name(top), app.Name(like))
	}
	return c.Correct("correct the name in %s, or install the version of %s that has it", where, app.Name(top))
}

// ownModule claims that a module of the project is looked for where it is not, or under another name.
func (s *Scene) ownModule(name, top string, where app.Name) *app.Claim {
	c := itIs(app.FindingModule, app.Name(name), "Python cannot import %s of the project itself", app.Name(name))
	if where != "" {
		c.Read(where, "%s names it", where)
	}
	if dir := s.ModuleDir(top); dir != "" {
		c.See("disk", "it is in %s, the command runs in %s", s.path(dir), app.Name(s.WorkDir))
		return c.Correct("set working_dir: %s in devservers.yml, or PYTHONPATH", s.path(dir))
	}
	if !sources.HasModule(s.WorkDir, top) {
		return nil
	}
	if path := filepath.Join(s.WorkDir, strings.ReplaceAll(name, ".", "/")); exists(path) || exists(path+".py") {
		return nil
	}
	c.See("disk", "the project has a module %s, but not %s", app.Name(top), app.Name(name))
	if like := s.MeantModule(name); like != "" {
		return c.Correct("correct %s: did you mean %s?", where, app.Name(like))
	}
	return c.Correct("correct the name in %s, or create the module", where)
}

// hides claims that a file of the project has the name of a package, which then can't be imported.
func (s *Scene) hides(w app.Printed) *app.Claim {
	for _, dir := range slices.Compact([]string{s.WorkDir, s.Dir}) {
		list, _ := filepath.Glob(filepath.Join(sources.GlobSafe(dir), "*.py"))
		for _, path := range list {
			name := strings.TrimSuffix(filepath.Base(path), ".py")
			if !w.Is(name) || !sources.ImportsModule(path, name) && s.Lists(sources.Python, name,
				sources.Distributions[name]) == "" {
				continue
			}
			c := itIs(app.FindingModule, app.Name(name),
				"%s hides the package %s: Python imports the file of the project instead", s.path(path), app.Name(name))
			c.See("disk", "%s has the name of the package", s.path(path)).Certain = true
			return c.Correct("rename %s", s.path(path))
		}
	}
	return nil
}

// native claims that the compiled part of an installed package of npm was made for another Node or another machine.
func (s *Scene) native(w app.Printed) *app.Claim {
	pkg, _ := s.PackageJSON()
	_, lock := s.Used(sources.Node)
	name := w.OneOf(append(pkg.Packages(), sources.Locked(lock)...))
	if name == "" || sources.Installed(s.WorkDir, name) == "" {
		return nil
	}
	c := itIs(app.FindingModule, app.Name(name),
		"the compiled part of the package %s is missing, or was made for another version of Node or another machine",
		app.Name(name))
	c.See("disk", "%s is installed", app.Name(name))
	m, file := s.Used(sources.Node)
	return c.Type(s.In(file, m.Program()+" rebuild "+name))
}

package finders

import (
	"os"
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/sources"
)

// pack looks for a package: which manifest lists it, which source imports it, whether it is installed.
func pack(s *Scene, p Pointer) *app.Claim {
	e, w := code.Ecosystems[p.Of], p.Words["package"]
	switch {
	case p.Of == "hidden":
		return hides(s, w, "")
	case e == nil:
		e = s.EcosystemOf(w)
	}
	if e == nil {
		return nil
	}
	if w.Empty() {
		return notInstalled(s, e)
	}
	if e == sources.Python {
		return pythonModule(s, p)
	}
	if c := ownPackage(s, e, p); c != nil {
		return c
	}
	if name := s.ListedAs(e, w); name != "" {
		return packageOf(s, e, name, nil)
	}
	if i, ok := s.Importing(w, importers(s, p)); ok && !s.Prints(i.At.Text, p.At) {
		if e == sources.Golang { // its packages have the names of paths
			return packageOf(s, e, i.Name, &i)
		}
		return packageOf(s, e, sources.PackageOf(i.Name), &i)
	}
	if at, ok := s.Find(w); ok && !s.Prints(at.At.Text, p.At) {
		return packageOf(s, e, at.Name, &at)
	}
	return nil
}

// ownPackage claims that a package of Go is one of the project's own module, which has no such directory.
func ownPackage(s *Scene, e *sources.Ecosystem, p Pointer) *app.Claim {
	_, manifest := s.Used(e)
	if e != sources.Golang || manifest == "" {
		return nil
	}
	at, ok := s.Importing(p.Words["package"], importers(s, p))
	if !ok {
		at, ok = s.Find(p.Words["package"]) // one of several in a block
	}
	m := goModule().FindStringSubmatch(sources.Read(manifest))
	if !ok || m == nil || !strings.HasPrefix(at.Name, m[1]+"/") {
		return nil
	}
	target := filepath.Join(filepath.Dir(manifest), strings.TrimPrefix(at.Name, m[1]+"/"))
	if sources.IsThere(target) {
		return nil
	}
	c := app.ItIs(app.FindingFile, app.Known(at.Name), "%s imports %s, which this module does not have", s.Line(at.At),
		app.Known(at.Name))
	c.See("disk", "there is no %s", s.PathOf(target)).ReadIn(s.PathOf(manifest), "%s is the manifest of that module")
	c.Certain = true
	if near := s.Meant(target); near.Path != "" {
		c.See("disk", "there is %s", s.PathOf(near.Path))
	}
	return c.Correct("correct the import in %s, or create the package", s.Line(at.At))
}

var goModule = words.Lazy(`(?m)^module\s+"?([\w./~-]+)`)

// packageOf claims that a package which the project imports or lists is not installed. i is the import; nil = none.
func packageOf(s *Scene, e *sources.Ecosystem, name string, i *code.Named) *app.Claim {
	if e == nil {
		e = sources.Node
	}
	if e == sources.Node && (strings.Contains(name, ":") || !sources.NodeName().MatchString(name)) {
		return nil
	}
	if dir := s.InstalledAt(e, name, i); dir != "" {
		return installedNow(s, name, dir, i)
	}
	c := app.ItIs(app.FindingModule, app.Known(name), "the %spackage %s is not installed", app.Known(e.Name()),
		app.Known(name))
	if i != nil && i.At.File != "" {
		if where := s.Line(i.At); i.Dir == "" {
			c.ReadIn(where, "%s imports it")
		} else { // it was found as a word alone
			c.ReadIn(where, "%s names it")
		}
	}
	if e.Dir != "" {
		c.See("disk", "it is not in %s", app.Known(e.Dir))
	} else if _, manifest := s.Used(e); manifest == "" {
		return nil // nothing was looked at
	}
	return install(at(s, i), c, e, name)
}

// at returns the scene as it is for the directory of an import: its manifest is near.
func at(s *Scene, i *code.Named) *Scene {
	if i == nil || i.At.File == "" || !sources.IsIn(i.At.File, s.Dir) {
		return s
	}
	other, texts, p := *s, *s.Texts, *s.Project
	p.WorkDir = filepath.Dir(i.At.File)
	texts.Workspace, other.Texts = code.New(&p), &texts
	return &other
}

// install adds the manifest that lists a package, and how to install it. One that no manifest lists may be misspelled
// or hostile, so the step never installs it.
func install(s *Scene, c *app.Claim, e *sources.Ecosystem, names ...string) *app.Claim {
	m, file := s.Used(e)
	if file == "" {
		return c.Correct("check the name: no manifest lists %s, and installing it is a person's decision",
			app.Known(names[0]))
	}
	listed := s.Lists(e, names...)
	if listed == "" {
		c.ReadIn(s.PathOf(file), "%s does not list it")
		return c.Correct("check the name: adding %s to %s is a person's decision", app.Known(names[0]),
			s.PathOf(s.Manifest(e, file)))
	}
	c.ReadIn(s.PathOf(listed), "%s lists it")
	return s.Command(c, file, m.Install)
}

// notInstalled claims that the packages of a manifest are not installed at all.
func notInstalled(s *Scene, e *sources.Ecosystem) *app.Claim {
	m, file := s.Used(e)
	if file == "" || e.Dir == "" || sources.IsThere(filepath.Join(filepath.Dir(file), e.Dir)) {
		return nil
	}
	c := app.About(app.FindingModule, s.PathOf(file), "the packages of %s are not installed")
	c.See("disk", "there is no %s", app.Known(e.Dir)).Certain = true
	return s.Command(c, file, m.Install)
}

// installedNow claims something about a package that is installed: it came after the run began, or lacks a file.
func installedNow(s *Scene, name, dir string, i *code.Named) *app.Claim {
	info, err := os.Stat(dir)
	if err == nil && !s.Started.IsZero() && info.ModTime().After(s.Started) {
		c := app.About(app.FindingModule, app.Known(name), "the package %s was not installed when this run began, and is now")
		c.See("disk", "%s was written after that", s.PathOf(dir)).Certain = true
		return c.Do(app.StepRestart, s.Server())
	}
	if !strings.Contains(dir, "/node_modules/") {
		return nil
	}
	if i == nil || i.Name == name || code.Variant(filepath.Join(dir, strings.TrimPrefix(i.Name, name))) != "" {
		return nil
	}
	where := s.Line(i.At)
	c := app.ItIs(app.FindingFile, app.Known(i.Name), "the package %s is installed, but has no %s", app.Known(name),
		app.Known(strings.TrimPrefix(i.Name, name+"/")))
	c.See("disk", "there is no such file in %s", s.PathOf(dir)).ReadIn(where, "%s imports it")
	return c.Correct("correct the import in %s, or install the version of %s that has it", where, app.Known(name))
}

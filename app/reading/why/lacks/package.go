package lacks

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
)

// Any finds a package of the ecosystem whose manifest the project has.
func (o Of) Any(m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	quoted := strings.ContainsAny(m[0], "\"'`")
	for _, e := range []*sources.Ecosystem{sources.Node, sources.Python, sources.Ruby, sources.PHP, sources.Elixir, sources.Golang, sources.Rust, sources.Java, sources.Perl, sources.Dart, sources.Dotnet} {
		if !quoted && !strings.ContainsAny(name, "-/@.") && o.Lists(e, name) == "" {
			continue // any word can stand there
		}
		if _, file := o.Used(e); file != "" {
			return o.Package(e, "the package or plugin "+name+" is not found", name)
		}
	}
	if !quoted {
		return nil
	}
	return o.Package(sources.Lua, "the package or plugin "+name+" is not found", name)
}

// RustModule finds a module whose file is there, but which no file declares.
func (o Of) RustModule(m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	declares := regexp.MustCompile(`(?m)^\s*(?:pub(?:\([^)]*\))? )?mod ` + regexp.QuoteMeta(name) + `\s*[;{]`)
	for _, root := range []string{"src/main.rs", "src/lib.rs"} {
		path := filepath.Join(o.WorkDir, root)
		for _, file := range []string{name + ".rs", name + "/mod.rs"} {
			if module := filepath.Join(filepath.Dir(path), file); sources.Existing(path) != "" && sources.Existing(module) != "" && !declares.MatchString(sources.Read(path)) {
				return &app.Finding{Kind: app.FindingCode, Problem: "the module " + name + " is not declared", Evidence: []string{"there is " + o.Shown(module), "no line of " + o.Shown(path) + " says mod " + name}, Fix: "write into " + o.Shown(path) + ": mod " + name + ";"}
			}
		}
	}
	return nil
}

// JavaClass finds a class that is in no manifest, but perhaps under a similar name in the project.
func (o Of) JavaClass(m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	if !slices.Contains(o.Argv, name) {
		return o.Package(sources.Java, "the Java class or package "+name+" is not found", name)
	}
	f := &app.Finding{Kind: app.FindingFile, Problem: "the main class " + name + " is not found", Evidence: []string{"the command names it"}, Fix: "correct its name in the command, compile it, or correct the class path"}
	path := filepath.Join(strings.Split(name, ".")...)
	o.Search(func(dir string) bool {
		source, like := filepath.Join(dir, path+".java"), sources.Like(filepath.Join(dir, path+".class"))
		switch {
		case sources.Existing(source) != "":
			f.Problem, f.Evidence, f.Fix = "the main class "+name+" has not been compiled, or not into the class path of the command", []string{"there is " + o.Shown(source)}, "compile it first"
			for _, out := range []string{"build/classes", "target/classes", "out", "bin"} {
				if build, file := o.Builds(filepath.Join(o.Dir, out, path+".class")); build != "" && strings.Contains(strings.Join(o.Argv, " "), out) {
					f.Evidence, f.Fix = append(f.Evidence, o.Shown(file)+" builds "+out), o.In(file, build)
				}
			}
		case filepath.Ext(like) == ".class":
			f.Evidence, f.Fix = []string{"there is " + o.Shown(like)}, "correct its name in the command"
		default:
			return false
		}
		return true
	})
	return f
}

// Gem finds a gem of Ruby, or a library of the project itself.
func (o Of) Gem(m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	top, _, _ := strings.Cut(name, "/")
	if dir := o.libraryDir(name + ".rb"); dir != "" {
		return o.ownLibrary("Ruby", name, dir, "ruby -I"+dir+", or require_relative in the sources")
	}
	f := o.Package(sources.Ruby, "the gem "+name+" is not installed", top, strings.ReplaceAll(name, "/", "-"), name)
	if f.Command == "" && top != name { // any gem can bring it
		f.Problem, f.Fix = "no installed gem has "+name, "correct the name, or list the gem that has it in the Gemfile"
	}
	return f
}

// libraryDir returns the directory of the project in which a module's file is, as the command would write it, or "".
func (o Of) libraryDir(file string) string {
	dir := o.Search(func(dir string) bool { return sources.Existing(filepath.Join(dir, file)) != "" })
	if rel, err := filepath.Rel(o.WorkDir, dir); dir != "" && err == nil {
		return rel
	}
	return dir
}

// ownLibrary finds a module that the project has, but in a directory in which the language doesn't look.
func (o Of) ownLibrary(language, name, dir, how string) *app.Finding {
	return &app.Finding{Kind: app.FindingModule, Problem: language + " does not find " + name + " of the project itself", Evidence: []string{"it is in " + dir},
		Fix: "make it look there: " + how}
}

// PerlModule finds a module of Perl. A manifest lists distributions, which are named like their first module.
func (o Of) PerlModule(m []string) *app.Finding {
	if dir := o.libraryDir(strings.ReplaceAll(m[1], "::", "/") + ".pm"); dir != "" {
		return o.ownLibrary("Perl", m[1], dir, "perl -I"+dir+", or PERL5LIB: "+dir+" under env:")
	}
	names := []string{m[1]}
	for name := m[1]; strings.Contains(name, "::"); names = append(names, name) {
		name = name[:strings.LastIndex(name, "::")]
	}
	return o.Package(sources.Perl, "the Perl module "+m[1]+" is not installed", names...)
}

// PerlFile is PerlModule for the file of a module.
func (o Of) PerlFile(m []string) *app.Finding {
	return o.PerlModule([]string{"", strings.ReplaceAll(strings.TrimSuffix(m[1], ".pm"), "/", "::")})
}

// Artifact finds an artifact of Maven, by its group, name and version.
func (o Of) Artifact(m []string) *app.Finding {
	f := o.Package(sources.Java, "the artifact "+m[1]+" is not found", strings.Split(m[1], ":")[1])
	f.Fix = "correct its name and version, or add the repository that has it"
	return f
}

// Package returns the finding that a package is not installed. names are those that a manifest may list it by. One that no
// manifest lists may be a misspelled or a hostile name, so the fix never installs it.
func (o Of) Package(e *sources.Ecosystem, problem string, names ...string) *app.Finding {
	f := &app.Finding{Kind: app.FindingModule, Problem: problem}
	m, file := o.Used(e)
	if file == "" {
		f.Evidence = []string{"no manifest in the project lists it"}
		f.Fix = "check the name, and ask before installing " + names[0] + ": no manifest lists it"
		return f
	}
	if listed := o.Lists(e, names...); listed != "" {
		f.Evidence = []string{o.Shown(listed) + " lists it"}
		f.Type(o.In(file, m.Install))
	} else {
		f.Evidence = []string{o.Shown(file) + " does not list it"}
		f.Fix = "check the name, and ask before adding " + names[0] + " to " + o.Shown(o.Manifest(e, file))
	}
	if bare(e, file) {
		f.Evidence = append(f.Evidence, e.Dir+" does not exist")
	}
	return f
}

package code

import (
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
)

// Ecosystems are the languages whose manifests are known, as the table of wordings calls them.
var Ecosystems = map[string]*sources.Ecosystem{
	"node": sources.Node, "python": sources.Python, "ruby": sources.Ruby, "go": sources.Golang, "rust": sources.Rust,
	"php":  sources.PHP,
	"perl": sources.Perl, "elixir": sources.Elixir, "java": sources.Java, "deno": sources.Deno, "dart": sources.Dart,
	"dotnet": sources.Dotnet,
}

// EcosystemOf returns the language whose manifest in the project lists a package, or nil.
func (x *Texts) EcosystemOf(w app.Printed) *sources.Ecosystem {
	for _, of := range []string{"node", "python", "ruby", "php", "elixir", "go", "rust", "java", "perl", "dart",
		"dotnet"} {
		if x.ListedAs(Ecosystems[of], w) != "" {
			return Ecosystems[of]
		}
	}
	for _, of := range []string{"node", "python", "ruby", "php"} {
		if _, file := x.Used(Ecosystems[of]); file != "" {
			return Ecosystems[of]
		}
	}
	return nil
}

// ListedAs returns the name of a package as a manifest of the project lists it, or "".
func (x *Texts) ListedAs(e *sources.Ecosystem, w app.Printed) string {
	for _, name := range x.Listed(e) {
		if w.Alike(name) || strings.Contains(name, "/") && (w.First("/").Is(name) || w.Is(filepath.Base(name)) &&
			e == sources.PHP) {
			return name
		}
	}
	return ""
}

// Distributed returns the module that a manifest lists under the name of its distribution, or "".
func (x *Texts) Distributed(w app.Printed) string {
	if name := x.ListedAs(sources.Python, w); name != "" {
		return name
	}
	for module, distribution := range sources.Distributions {
		if w.Is(module) && x.Lists(sources.Python, distribution) != "" {
			return module
		}
	}
	return ""
}

// InstalledAt returns where a package is installed, or "". Of some languages that is not known.
func (x *Texts) InstalledAt(e *sources.Ecosystem, name string, i *Named) string {
	from := x.WorkDir
	if i != nil && i.At.File != "" {
		from = filepath.Dir(i.At.File)
	}
	switch e {
	case sources.Node, sources.Deno:
		return sources.Installed(from, name)
	case sources.PHP, sources.Elixir:
		_, file := x.Used(e)
		return sources.Existing(filepath.Join(filepath.Dir(file), e.Dir, name))
	case sources.Python:
		for _, library := range x.PythonLibraries() {
			for _, end := range []string{"", ".py"} {
				if path := sources.Existing(filepath.Join(library, name+end)); path != "" {
					return path
				}
			}
		}
	}
	return ""
}

package survey

import (
	"path"
	"strings"

	"devservers/app/transcript/text"
)

// Part reports whether a source of Python is only a part of a package, no program of its own: a package in another one
// or one that dir is, and a module that others of the project import; or one that uses its application itself.
func (p *Checkout) Part(dir, file string) bool {
	inner := strings.TrimPrefix(strings.TrimPrefix(moduleName(file), dir+"/"), "src/")
	return usesItself().MatchString(p.Read(".", file)) ||
		(p.Has(dir, "__init__.py") || strings.Count(inner, "/") > 1) && p.imported(file)
}

// usesItself matches a source that makes an application to work with it, and not for a server.
var usesItself = text.Lazy(`(?m)^\w+\.app_context\(\)\.push\(\)`)

// imported reports whether another source of the project imports a module of Python.
func (p *Checkout) imported(file string) bool {
	if p.imports == nil {
		p.imports = map[string][]string{}
		for _, other := range p.Files(".", MaxDepth, ".py") {
			if !Checks(other) {
				p.addImports(other)
			}
		}
	}
	at, name := path.Split(moduleName(file))
	for _, by := range append(p.imports[path.Base(at)+"."+name], p.imports["."+name]...) {
		if by != file && !strings.HasSuffix(file, "__main__.py") {
			return true
		}
	}
	return false
}

func moduleName(file string) string {
	return strings.TrimSuffix(strings.TrimSuffix(file, ".py"), "/__init__")
}

// addImports notes the modules that a source imports, each as its own name below that of its package: two sources that
// do so are enough to tell that one of them is another one.
func (p *Checkout) addImports(file string) {
	add := func(module string) {
		if by := p.imports[module]; len(by) < 2 && (len(by) == 0 || by[0] != file) {
			p.imports[module] = append(by, file)
		}
	}
	for _, m := range imports().FindAllStringSubmatch(p.Read(".", file), -1) {
		names := strings.Split(m[1], ".")
		for i := range names[1:] {
			add(names[i] + "." + names[i+1])
		}
		last := strings.TrimLeft(names[len(names)-1], ".")
		for _, word := range words().FindAllString(m[2], -1) {
			add(last + "." + word)
		}
	}
}

var (
	// imports matches the import of a module, and the names that are taken from it.
	imports = text.Lazy(`(?m)^[ \t]*(?:from|import)[ \t]+([\w.]+)(?:[ \t]+import\b([^\n#]*))?`)
	words   = text.Lazy(`\w+`)
)

// manifests are the files that show a program of its own language.
var manifests = []string{"package.json", "go.mod", "Cargo.toml", "composer.json", "mix.exs", "Gemfile", "pom.xml",
	"requirements.txt", "pyproject.toml"}

// Belongs reports whether a file below a directory is no part of a program of another language: one whose directory has
// a manifest that the upper one lacks.
func (p *Checkout) Belongs(dir, file string) bool {
	for at := path.Dir(file); at != dir && at != "."; at = path.Dir(at) {
		for _, name := range manifests {
			if p.Has(at, name) && !p.Has(dir, name) && p.Has(dir, manifests...) {
				return false
			}
		}
	}
	return true
}

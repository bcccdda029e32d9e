package survey

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// Part reports whether a source of Python is only a part of a package, no program of its own: a package in another one
// or one that dir is, and a module that others of the project import.
func (p *Checkout) Part(dir, file string) bool {
	module := strings.TrimSuffix(strings.TrimSuffix(file, ".py"), "/__init__")
	inner := strings.TrimPrefix(strings.TrimPrefix(module, dir+"/"), "src/")
	if !p.Has(dir, "__init__.py") && strings.Count(inner, "/") < 2 || strings.HasSuffix(file, "__main__.py") {
		return false
	}
	at, name := path.Split(module)
	parent := regexp.QuoteMeta(path.Base(at))
	name = regexp.QuoteMeta(name)
	imports := regexp.MustCompile(`(?m)^\s*(?:(?:from|import)\s+[\w.]*\b` + parent + `\.` + name + `\b|` +
		`from\s+(?:[\w.]*\b` + parent + `|\.)\s+import\s+[^\n#]*\b` + name + `\b|from\s+\.` + name + `\s+import\b)`)
	return slices.ContainsFunc(p.Files(".", MaxDepth, ".py"), func(other string) bool {
		return other != file && !Checks(other) && imports.MatchString(p.Read(".", other))
	})
}

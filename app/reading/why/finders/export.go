package finders

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/code"
)

// export looks at the name that a line has: a source takes it from another module of the project that does not give it.
func export(s *Scene, p Pointer) *app.Claim {
	if w, named := p.Words["name"]; named {
		for _, from := range importers(s, p) {
			for _, i := range code.Imports(from) {
				if w.Is(i.Of) || w.Is(i.Name) || w.Is("default") && i.Of == "default" {
					if c := lacksExport(s, from, i, i.Of, i.Line); c != nil {
						return c
					}
				}
			}
		}
	}
	return nil
}

// lacksExport claims that the module of an import does not export a name which a line uses; nil = it does.
func lacksExport(s *Scene, from string, i code.Import, name string, line int) *app.Claim {
	path := s.Source(from, i.Module)
	if path == "" || name == "" {
		return nil
	}
	m, where, file := code.ModuleAt(path), s.At(from, line), s.PathOf(path)
	c := app.ItIs(app.FindingCode, app.Known(name), "%s does not export %s, which %s takes from it", file, app.Known(name),
		where)
	c.See("disk", "%s names it", where).Certain = true
	switch meant := m.Meant(name); {
	case slices.Contains(m.Types, name):
		c.Problem = app.Say("%s declares %s as a type, which does not exist at run time", file, app.Known(name))
		return c.Correct("write import type or export type in %s", where)
	case m.Has(name):
		return nil
	case m.Nothing():
		return exportsNothing(s, c, m, where)
	case m.CommonJS && len(m.Names) == 0:
		return nil
	case name == "default":
		c.Problem = app.Say("%s has no default export, which %s imports", file, where)
		c.Correct("write export default in %s, or import by name in %s", file, where)
	case meant != "":
		c.Correct("correct %s: %s", where, app.Known(meant))
	case m.Default:
		c.Correct("import its default export in %s (without braces), or export %s in %s", where, app.Known(name), file)
	default:
		c.Correct("export it in %s, or correct %s", file, where)
	}
	if len(m.Names) > 0 {
		c.SeeIn(file, "%s exports %s", app.Known(strings.Join(m.Names[:min(len(m.Names), 8)], ", ")))
	}
	return c
}

// exportsNothing claims that a module exports nothing, or only in a way that its kind of module does not have.
func exportsNothing(s *Scene, c *app.Claim, m code.Module, where app.Name) *app.Claim {
	file := s.PathOf(m.Path)
	c.Subject = file
	c.Problem = app.Say("%s exports nothing, but %s imports it", file, where)
	if m.Common.Line == 0 {
		return c.Correct("export in %s what the other file needs", file)
	}
	at := s.At(m.Path, m.Common.Line)
	c.SeeIn(at, "%s assigns %s, which exports nothing from an ES module", app.Known(m.Common.Expression))
	if m.Common.Manifest != "" {
		c.ReadIn(s.PathOf(m.Common.Manifest), `%s makes it one with "type": "module"`)
	}
	base := strings.TrimSuffix(filepath.Base(m.Path), filepath.Ext(m.Path))
	return c.Correct("write export default in %s in place of %s, or rename it to %s.cjs", at,
		app.Known(m.Common.Expression), app.Known(base))
}

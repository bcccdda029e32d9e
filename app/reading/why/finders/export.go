package finders

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/code"
)

// export looks at what a source takes from another module of the project that does not give it: the name that the line
// has, or what the place of the error uses.
func export(s *Scene, p Pointer) *app.Claim {
	if p.Of == "kind" {
		return otherKind(s, p)
	}
	spot, ok := s.SpotAt(p.At)
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
	if !ok {
		return nil
	}
	if c := madeWrong(s, spot); c != nil {
		return c
	}
	return undefined(s, spot)
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

var (
	member = words.Lazy(`(?:^|[^\w$.])([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*))?`)
	inline = words.Lazy(`\brequire\(\s*["'](\.[^"']+)["']\s*\)`)
)

// undefined claims that what the line of a spot uses is not there, because the module that should export it does not.
func undefined(s *Scene, spot Spot) *app.Claim {
	text := code.Statement(s.Text(spot.File), spot.Line)
	imports := code.Imports(spot.File)
	for _, used := range member().FindAllStringSubmatch(code.InQuotes().ReplaceAllString(text, "''"), 30) {
		i := slices.IndexFunc(imports, func(i code.Import) bool { return i.Name == used[1] })
		if i < 0 {
			continue
		}
		if c := unexported(s, spot, imports[i], used[2]); c != nil {
			return c
		}
	}
	for _, m := range inline().FindAllStringSubmatch(text, 5) {
		if c := unexported(s, spot, code.Import{Name: m[1], Module: m[1], Line: spot.Line, Require: true}, ""); c != nil {
			return c
		}
	}
	return nil
}

// unexported claims that an import lacks what the line of a spot takes of it.
func unexported(s *Scene, spot Spot, i code.Import, taken string) *app.Claim {
	path := s.Source(spot.File, i.Module)
	if path == "" {
		return nil
	}
	m := code.ModuleAt(path)
	switch {
	case s.Circle(spot.File) != nil && !m.Nothing():
		return circle(s, Pointer{At: spot.At})
	case m.Nothing():
		name := i.Of
		if name == "" {
			name = "default"
		}
		return lacksExport(s, spot.File, i, name, i.Line)
	case i.Of != "" && i.Of != "default":
		return lacksExport(s, spot.File, i, i.Of, i.Line)
	case i.Of == "" && taken != "" && taken != "default" && len(m.Names) > 0:
		return lacksExport(s, spot.File, i, taken, spot.Line)
	}
	return nil
}

// otherKind claims that a source is an ES module, but uses what only CommonJS has.
func otherKind(s *Scene, p Pointer) *app.Claim {
	spot, ok := s.SpotAt(p.At)
	uses := p.Words["name"].OneOf([]string{"require", "module", "exports", "__dirname", "__filename"})
	ext := filepath.Ext(spot.File)
	if !ok || uses == "" || ext != ".js" && ext != ".ts" && ext != ".mjs" {
		return nil
	}
	name := s.PathOf(spot.File)
	c := app.About(app.FindingCode, name, "%s is an ES module, in which there is no %s", app.Known(uses))
	c.Certain = true
	if manifest, es := code.IsES(strings.TrimSuffix(spot.File, ext) + ".js"); es {
		c.ReadIn(s.PathOf(manifest), `%s makes it one with "type": "module"`)
	} else if line, word := code.SignOfES(spot.File); line > 0 {
		c.SeeIn(s.At(spot.File, line), "%s makes it one with %s", app.Known(word))
	}
	if manifest, es := code.IsES(spot.File); !es || manifest == "" {
		return c.Correct("write import and export in %s", name)
	}
	base := strings.TrimSuffix(filepath.Base(spot.File), ext)
	return c.Correct("write import and export in %s, or rename it to %s.cjs", name, app.Known(base))
}

// madeWrong claims that the value which a line uses is a function that was not called, or a promise.
func madeWrong(s *Scene, spot Spot) *app.Claim {
	lines := strings.Split(s.Text(spot.File), "\n")
	for _, w := range spot.Message.All(misused(), 1) {
		for n := min(spot.Line, len(lines)) - 1; n >= 0; n-- {
			m := declares().FindStringSubmatch(lines[n])
			if m == nil || !w.Is(m[1]) {
				continue
			}
			where := s.At(spot.File, n+1)
			switch {
			case m[2] != "":
			case m[4] == "" && code.IsPackage(spot.File, m[3]):
				c := app.ItIs(app.FindingCode, where, "%s is not what %s makes, but %s itself", app.Known(m[1]), app.Known(m[3]),
					app.Known(m[3]))
				c.See("sources", "%s does not call it", where).Certain = true
				return c.Correct("write %s() in %s", app.Known(m[3]), where)
			case m[4] != "" && s.IsAsync(spot.File, m[3]):
				c := app.ItIs(app.FindingCode, where, "%s is a promise: %s calls %s, which is async, without await",
					app.Known(m[1]),
					where, app.Known(m[3]))
				c.See("sources", "%s is declared as async", app.Known(m[3])).Certain = true
				return c.Correct("write await before %s in %s", app.Known(m[3]), where)
			}
			return nil
		}
	}
	return nil
}

var (
	misused = words.Lazy(`\b([A-Za-z_$][\w$]*)(?:\.[A-Za-z_$][\w$]*)* is not (?:a function|a constructor|` +
		`iterable|async iterable)`)
	declares = words.Lazy(`^\s*(?:export\s+)?(?:const|let|` +
		`var)\s+(\w+)\s*(?::[^=]+)?=\s*(new\s+)?([A-Za-z_$][\w$]*)\s*(\(.*)?;?\s*$`)
)

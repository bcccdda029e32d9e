package finders

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

// export looks at what a source takes from another module of the project that does not give it: the name that the line
// has, or what the place of the error uses.
func export(s *Scene, p Pointer) *app.Claim {
	if p.Of == "kind" {
		return otherKind(s, p)
	}
	spot, ok := s.spotAt(p.At)
	if w, named := p.Words["name"]; named {
		for _, from := range s.importers(p) {
			for _, i := range code.Imports(from) {
				if w.Is(i.Of) || w.Is(i.Name) || w.Is("default") && i.Of == "default" {
					if c := s.lacksExport(from, i, i.Of, i.Line); c != nil {
						return c
					}
				}
			}
		}
	}
	if !ok {
		return nil
	}
	if c := s.madeWrong(spot); c != nil {
		return c
	}
	return s.undefined(spot)
}

// lacksExport claims that the module of an import does not export a name which a line uses; nil = it does.
func (s *Scene) lacksExport(from string, i code.Import, name string, line int) *app.Claim {
	path := s.Source(from, i.Module)
	if path == "" || name == "" {
		return nil
	}
	m, where, file := code.ModuleAt(path), s.shown(from, line), s.path(path)
	c := itIs(app.FindingCode, app.Name(name), "%s does not export %s, which %s takes from it", file, app.Name(name),
		where)
	c.See("disk", "%s names it", where).Certain = true
	switch meant := m.Meant(name); {
	case slices.Contains(m.Types, name):
		c.Problem = app.Say("%s declares %s as a type, which does not exist at run time", file, app.Name(name))
		return c.Correct("write import type or export type in %s", where)
	case m.Has(name):
		return nil
	case m.Nothing():
		return s.exportsNothing(c, m, where)
	case m.CommonJS && len(m.Names) == 0:
		return nil
	case name == "default":
		c.Problem = app.Say("%s has no default export, which %s imports", file, where)
		c.Correct("write export default in %s, or import by name in %s", file, where)
	case meant != "":
		c.Correct("correct %s: %s", where, app.Name(meant))
	case m.Default:
		c.Correct("import its default export in %s (without braces), or export %s in %s", where, app.Name(name), file)
	default:
		c.Correct("export it in %s, or correct %s", file, where)
	}
	if len(m.Names) > 0 {
		c.See(file, "%s exports %s", file, app.Name(strings.Join(m.Names[:min(len(m.Names), 8)], ", ")))
	}
	return c
}

// exportsNothing claims that a module exports nothing, or only in a way that its kind of module does not have.
func (s *Scene) exportsNothing(c *app.Claim, m code.Module, where app.Name) *app.Claim {
	file := s.path(m.Path)
	c.Subject = file
	c.Problem = app.Say("%s exports nothing, but %s imports it", file, where)
	if m.Common.Line == 0 {
		return c.Correct("export in %s what the other file needs", file)
	}
	at := s.shown(m.Path, m.Common.Line)
	c.See(file, "%s assigns %s, which exports nothing from an ES module", at, app.Name(m.Common.Expression))
	if m.Common.Manifest != "" {
		c.Read(s.path(m.Common.Manifest), `%s makes it one with "type": "module"`, s.path(m.Common.Manifest))
	}
	base := strings.TrimSuffix(filepath.Base(m.Path), filepath.Ext(m.Path))
	return c.Correct("write export default in %s in place of %s, or rename it to %s.cjs", at,
		app.Name(m.Common.Expression), app.Name(base))
}

var (
	member = text.Lazy(`(?:^|[^\w$.])([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*))?`)
	inline = text.Lazy(`\brequire\(\s*["'](\.[^"']+)["']\s*\)`)
)

// undefined claims that what the line of a spot uses is not there, because the module that should export it does not.
func (s *Scene) undefined(spot Spot) *app.Claim {
	text := statement(s.text(spot.File), spot.Line)
	imports := code.Imports(spot.File)
	for _, used := range member().FindAllStringSubmatch(quotedText().ReplaceAllString(text, "''"), 30) {
		i := slices.IndexFunc(imports, func(i code.Import) bool { return i.Name == used[1] })
		if i < 0 {
			continue
		}
		if c := s.unexported(spot, imports[i], used[2]); c != nil {
			return c
		}
	}
	for _, m := range inline().FindAllStringSubmatch(text, 5) {
		if c := s.unexported(spot, code.Import{Name: m[1], Module: m[1], Line: spot.Line, Require: true}, ""); c != nil {
			return c
		}
	}
	return nil
}

// unexported claims that an import lacks what the line of a spot takes of it.
func (s *Scene) unexported(spot Spot, i code.Import, taken string) *app.Claim {
	path := s.Source(spot.File, i.Module)
	if path == "" {
		return s.wholeModule(spot.File, i, taken)
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
		return s.lacksExport(spot.File, i, name, i.Line)
	case i.Of != "" && i.Of != "default":
		return s.lacksExport(spot.File, i, i.Of, i.Line)
	case i.Require && i.Of == "" && taken == "" && m.Default && !m.CommonJS:
		return requiresES(s.path(path), s.shown(spot.File, i.Line), i.Module)
	case i.Of == "" && taken != "" && taken != "default" && len(m.Names) > 0:
		return s.lacksExport(spot.File, i, taken, spot.Line)
	}
	return nil
}

// wholeModule claims that an installed package is an ES module, whose default export require returns as a member.
func (s *Scene) wholeModule(from string, i code.Import, taken string) *app.Claim {
	if !i.Require || i.Of != "" || taken != "" || strings.HasPrefix(i.Module, ".") ||
		!sources.NodeName().MatchString(i.Module) {
		return nil
	}
	dir := sources.Installed(filepath.Dir(from), i.Module)
	if dir == "" || sources.Package(filepath.Join(dir, "package.json")).Type != "module" {
		return nil
	}
	return requiresES(app.Name("the package "+i.Module), s.shown(from, i.Line), i.Module)
}

func requiresES(what, where app.Name, module string) *app.Claim {
	c := itIs(app.FindingCode, app.Name(module), "%s is an ES module: require returns its default export as default", what)
	c.See("disk", "%s requires it", where).Certain = true
	return c.Correct("write require('%s').default in %s, or import it", app.Name(module), where)
}

// otherKind claims that a source is an ES module, but uses what only CommonJS has.
func otherKind(s *Scene, p Pointer) *app.Claim {
	spot, ok := s.spotAt(p.At)
	uses := p.Words["name"].OneOf([]string{"require", "module", "exports", "__dirname", "__filename"})
	ext := filepath.Ext(spot.File)
	if !ok || uses == "" || ext != ".js" && ext != ".ts" && ext != ".mjs" {
		return nil
	}
	name := s.path(spot.File)
	c := itIs(app.FindingCode, name, "%s is an ES module, in which there is no %s", name, app.Name(uses))
	c.Certain = true
	if manifest, es := code.IsES(strings.TrimSuffix(spot.File, ext) + ".js"); es {
		c.Read(s.path(manifest), `%s makes it one with "type": "module"`, s.path(manifest))
	} else if line, word := code.SignOfES(spot.File); line > 0 {
		c.See(name, "%s makes it one with %s", s.shown(spot.File, line), app.Name(word))
	}
	if manifest, es := code.IsES(spot.File); !es || manifest == "" {
		return c.Correct("write import and export in %s", name)
	}
	base := strings.TrimSuffix(filepath.Base(spot.File), ext)
	return c.Correct("write import and export in %s, or rename it to %s.cjs", name, app.Name(base))
}

// madeWrong claims that the value which a line uses is a function that was not called, or a promise.
func (s *Scene) madeWrong(spot Spot) *app.Claim {
	lines := strings.Split(s.text(spot.File), "\n")
	for _, w := range spot.Message.All(misused(), 1) {
		for n := min(spot.Line, len(lines)) - 1; n >= 0; n-- {
			m := declares().FindStringSubmatch(lines[n])
			if m == nil || !w.Is(m[1]) {
				continue
			}
			where := s.shown(spot.File, n+1)
			switch {
			case m[2] != "":
			case m[4] == "" && s.isPackage(spot.File, m[3]):
				c := itIs(app.FindingCode, where, "%s is not what %s makes, but %s itself", app.Name(m[1]), app.Name(m[3]),
					app.Name(m[3]))
				c.See("sources", "%s does not call it", where).Certain = true
				return c.Correct("write %s() in %s", app.Name(m[3]), where)
			case m[4] != "" && s.isAsync(spot.File, m[3]):
				c := itIs(app.FindingCode, where, "%s is a promise: %s calls %s, which is async, without await", app.Name(m[1]),
					where, app.Name(m[3]))
				c.See("sources", "%s is declared as async", app.Name(m[3])).Certain = true
				return c.Correct("write await before %s in %s", app.Name(m[3]), where)
			}
			return nil
		}
	}
	return nil
}

var (
	misused = text.Lazy(`\b([A-Za-z_$][\w$]*)(?:\.[A-Za-z_$][\w$]*)* is not (?:a function|a constructor|` +
		`iterable|async iterable)`)
	declares = text.Lazy(`^\s*(?:export\s+)?(?:const|let|` +
		`var)\s+(\w+)\s*(?::[^=]+)?=\s*(new\s+)?([A-Za-z_$][\w$]*)\s*(\(.*)?;?\s*$`)
)

// isPackage reports whether a source imports a name as all or the default of a package.
func (s *Scene) isPackage(from, name string) bool {
	return slices.ContainsFunc(code.Imports(from), func(i code.Import) bool {
		return i.Name == name && (i.Of == "" || i.Of == "default") && !strings.HasPrefix(i.Module, ".")
	})
}

// isAsync reports whether a function of a source, or of the module from which it imports it, is declared as async.
func (s *Scene) isAsync(from, name string) bool {
	for _, i := range code.Imports(from) {
		if path := s.Source(from, i.Module); i.Name == name && path != "" {
			from = path
			if i.Of != "" && i.Of != "default" {
				name = i.Of
			}
		}
	}
	quoted := regexp.QuoteMeta(name)
	expr := `(?m)\basync\s+function\s+` + quoted + `\b|\b` + quoted + `\s*[:=]\s*async\b|^\s*async\s+` + quoted + `\(`
	return regexp.MustCompile(expr).MatchString(s.text(from))
}

// statement returns a line of a source, with those after it that belong to the same call.
func statement(text string, line int) string {
	lines := strings.Split(text, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	to := line
	for to < min(len(lines), line+12) && open(strings.Join(lines[line-1:to], "\n")) > 0 {
		to++
	}
	return strings.Join(lines[line-1:to], "\n")
}

func open(text string) int {
	return strings.Count(text, "(") + strings.Count(text, "{") - strings.Count(text, ")") - strings.Count(text, "}")
}

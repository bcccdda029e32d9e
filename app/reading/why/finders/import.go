package finders

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

var quotedText = text.Lazy(`'[^'\n]*'|"[^"\n]*"|` + "`[^`\n]*`")

// importing is a line of a source that imports something.
type importing struct {
	name string // as the source writes it
	at   code.SourceLine
}

// imported looks at an import of the sources that leads to nothing: a file that does not exist, an alias, a package.
func imported(s *Scene, p Pointer) *app.Claim {
	w := p.Words["module"].Unslashed()
	i, ok := s.importOf(w, s.importers(p))
	if !ok {
		if w.Has("/") && w.Path() {
			return file(s, Pointer{At: p.At, Words: map[string]app.Printed{"file": w}})
		}
		return pack(s, Pointer{To: Package, Of: p.Of, At: p.At, Words: map[string]app.Printed{"package": w}})
	}
	from := i.at.File
	aliases := s.aliasesOf(i.name, filepath.Dir(from))
	switch {
	case strings.HasPrefix(i.name, "."), filepath.IsAbs(i.name):
		return s.noFile(i)
	case len(aliases) > 0:
		return s.aliased(i, aliases[0])
	case strings.HasPrefix(i.name, "@/"), strings.HasPrefix(i.name, "~/"), strings.HasPrefix(i.name, "#"):
		return s.unknownAlias(i)
	}
	return s.packageOf(ecosystems[p.Of], sources.PackageOf(i.name), &i)
}

// importers returns the files that may have an import, the likeliest first: those that the lines name, those of the
// failure, those of the command.
func (s *Scene) importers(p Pointer) (list []string) {
	if from := p.Words["from"].There(s.Dir, s.WorkDir); from != "" {
		list = append(list, from)
	}
	for _, l := range s.near(p.At, headLines) {
		for _, w := range l.Text.All(sourcePath(), 4) {
			if path := w.There(s.WorkDir, s.Dir); path != "" && isSource(path) {
				list = append(list, path)
			}
		}
	}
	return append(list, s.sources()...)
}

var sourcePath = text.Lazy(`((?:file://)?[\w@.+/-]+\.(?:[cm]?[jt]sx?|py|rb|vue|svelte|astro|php|pl|lua|` +
	`css|scss|html))\b`)

// importOf returns the first line of the files that imports what a printed word names.
func (s *Scene) importOf(w app.Printed, list []string) (importing, bool) {
	if w.Empty() {
		return importing{}, false
	}
	for _, file := range list {
		for n, line := range strings.Split(s.text(file), "\n") {
			if code.IsComment(line) {
				continue
			}
			for _, quoted := range quotedText().FindAllString(line, 10) {
				name := quoted[1 : len(quoted)-1]
				if name != "" && s.means(w, name, file) && loads().MatchString(line) {
					return importing{name, code.SourceLine{File: file, Line: n + 1, Text: line}}, true
				}
			}
		}
	}
	return importing{}, false
}

// loads matches a line that loads another file or package.
var loads = text.Lazy(`\b(?:import|require|require_relative|from|load|include|export|url|src|href|extends|` +
	`use|preset|plugin|parser|loader)\b|^\s*\}`)

// means reports whether a printed word is the import name of a file, or the path or the package to which that leads.
func (s *Scene) means(w app.Printed, name, file string) bool {
	path := filepath.Join(filepath.Dir(file), name)
	return w.Is(name) || w.Is(path) || w.Is(path+filepath.Ext(file)) || !strings.HasPrefix(name, ".") &&
		w.Is(sources.PackageOf(name))
}

// noFile claims that an import names a file that does not exist.
func (s *Scene) noFile(i importing) *app.Claim {
	target := i.name
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(i.at.File), i.name)
	}
	where := app.Name(i.at.Shown(s.Workspace))
	if owner := sources.PackageAt(i.at.File); owner != "" && code.Variant(target) == "" {
		c := itIs(app.FindingModule, app.Name(owner), "the installed package %s is damaged: its own file %s is missing",
			app.Name(owner), app.Name(i.name))
		c.See("disk", "%s requires it", where).Certain = true
		return c.Type(s.Reinstall())
	}
	if found := code.Variant(target); found != "" {
		return s.noExtension(i, found)
	}
	if c := brokenLink(s, target); c != nil {
		return c
	}
	if build, by := s.Builds(target); build != "" {
		return missing(s, target, &named{name: i.name, at: i.at, dir: filepath.Dir(i.at.File)})
	} else if by != "" {
		return nil
	}
	c := itIs(app.FindingFile, app.Name(i.name), "%s imports %s, which does not exist", where, app.Name(i.name))
	c.See("disk", "there is no %s", s.path(target)).Read(where, "%s has the import", where)
	c.Certain = true
	m := s.Meant(target)
	if m.Path == "" || m.Path == i.at.File {
		return c.Correct("create it, or correct the import in %s", where)
	}
	c.See("disk", "there is %s", s.path(m.Path))
	return c.Correct("correct the import in %s: %s", where, app.Name(writtenIn(i.at.File, m, i.name)))
}

// noExtension claims that an import lacks the extension or the file that ES modules and some tools want.
func (s *Scene) noExtension(i importing, found string) *app.Claim {
	if _, es := code.IsES(i.at.File); !es || found == filepath.Join(filepath.Dir(i.at.File), i.name) {
		return nil
	}
	where := app.Name(i.at.Shown(s.Workspace))
	c := itIs(app.FindingFile, app.Name(i.name), "%s imports %s, and ES modules import only whole names of files", where,
		app.Name(i.name))
	c.See("disk", "there is %s", s.path(found)).Read(where, "%s has the import", where)
	c.Certain = true
	m := code.Match{Path: found, How: code.Inside}
	return c.Correct("correct the import in %s: %s", where, app.Name(writtenIn(i.at.File, m, i.name)))
}

// writtenIn returns the name by which from would import a match, with an extension if the name has one, or if that is
// what it lacks.
func writtenIn(from string, m code.Match, name string) string {
	rel, err := filepath.Rel(filepath.Dir(from), m.Path)
	if err != nil {
		return m.Path
	}
	if !strings.HasPrefix(rel, ".") {
		rel = "./" + rel
	}
	source := slices.Contains([]string{".ts", ".tsx", ".js", ".jsx"}, filepath.Ext(rel))
	if filepath.Ext(name) == "" && source && m.How != code.Extension && m.How != code.Inside {
		return strings.TrimSuffix(rel, filepath.Ext(rel))
	}
	return rel
}

// aliasesOf returns the aliases that apply to an import of a file in dir.
func (s *Scene) aliasesOf(name, dir string) []code.Alias {
	return slices.DeleteFunc(s.Aliases(dir), func(a code.Alias) bool { return a.Expands(name) == "" })
}

// aliased claims that an import by an alias leads nowhere, or that the program does not know the alias.
func (s *Scene) aliased(i importing, a code.Alias) *app.Claim {
	path, where, by := a.Expands(i.name), app.Name(i.at.Shown(s.Workspace)), s.path(a.File)
	c := itIs(app.FindingFile, app.Name(i.name), "%s imports %s, which leads to nothing", where, app.Name(i.name))
	c.Read(by, "%s leads the alias %s to %s", by, app.Name(a.From), app.Name(a.Written))
	c.Certain = true
	if found := code.Variant(path); found != "" {
		c.Problem = app.Say("the program that ran does not know the alias %s of %s", app.Name(a.From), by)
		c.See("disk", "it leads %s to %s, which exists", app.Name(i.name), s.path(found))
		return c.Correct("declare it for that program, too (tsc does not rewrite aliases), or import %s in %s",
			app.Name(writtenIn(i.at.File, code.Match{Path: found}, i.name)), where)
	}
	c.See("disk", "there is no %s", s.path(path))
	m := s.Meant(path)
	if m.Path == "" {
		return c.Correct("create it, or correct the import in %s", where)
	}
	c.See("disk", "there is %s", s.path(m.Path))
	if m.How == code.Elsewhere {
		return c.Correct("correct the alias in %s, or the import in %s", by, where)
	}
	return c.Correct("correct the import in %s", where)
}

// unknownAlias claims that nothing declares the alias with which an import begins.
func (s *Scene) unknownAlias(i importing) *app.Claim {
	_, rest, _ := strings.Cut(i.name, "/")
	m := s.Meant(filepath.Join(s.WorkDir, rest))
	if rest == "" || m.Path == "" {
		return nil
	}
	begin, where := app.Name(strings.TrimSuffix(i.name, rest)), app.Name(i.at.Shown(s.Workspace))
	c := itIs(app.FindingFile, app.Name(i.name), "%s imports %s, but no alias %s is declared", where, app.Name(i.name),
		begin)
	c.See("disk", "there is %s", s.path(m.Path)).Read(where, "%s has the import", where)
	return c.Correct("declare the alias %s where the program looks for it, or import %s in %s", begin,
		app.Name(writtenIn(i.at.File, code.Match{Path: m.Path}, i.name)), where)
}

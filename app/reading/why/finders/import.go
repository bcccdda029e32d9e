package finders

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/sources"
)

// imported looks at an import of the sources that leads to nothing: a file that does not exist, an alias, a package.
func imported(s *Scene, p Pointer) *app.Claim {
	w := p.Words["module"].Unslashed()
	i, ok := s.Importing(w, importers(s, p))
	if !ok || s.Prints(i.At.Text, p.At) {
		if w.Has("/") && w.Path() && !w.Fits(scoped()) {
			return file(s, Pointer{At: p.At, Words: map[string]app.Printed{"file": w}})
		}
		return pack(s, Pointer{To: Package, Of: p.Of, At: p.At, Words: map[string]app.Printed{"package": w}})
	}
	from := i.At.File
	aliases := s.AliasesFor(i.Name, filepath.Dir(from))
	switch {
	case strings.HasPrefix(i.Name, "."), filepath.IsAbs(i.Name):
		return noFile(s, i)
	case len(aliases) > 0:
		return aliased(s, i, aliases[0])
	}
	return packageOf(s, code.Ecosystems[p.Of], sources.PackageOf(i.Name), &i)
}

// importers returns the files that may have an import, the likeliest first: those that the lines name, those of the
// failure, those of the command.
func importers(s *Scene, p Pointer) (list []string) {
	if from := p.Words["from"].There(s.Dir, s.WorkDir); from != "" {
		list = append(list, from)
	}
	return append(append(list, s.shown(p.At)...), s.Written()...)
}

// shown returns the sources that the lines around a line name.
func (s *Scene) shown(at int) (list []string) {
	for _, l := range s.Around(at, headLines) {
		for _, w := range l.Text.All(sourcePath(), 4) {
			if path := w.There(s.WorkDir, s.Dir); path != "" && sources.IsSource(path) {
				list = append(list, path)
			}
		}
	}
	return list
}

// Ran returns where something has a printed word that is known to have run: the command and what it leads to, a source
// of the error, a file that the command names or one that this imports; or the value of a variable.
func (s *Scene) Ran(w app.Printed, at int) (code.Named, bool) {
	list := append(slices.Clone(s.First), s.shown(at)...)
	for _, file := range s.StepFiles() {
		list = append(list, s.Loaded(file)...)
	}
	return s.FindIn(w, slices.DeleteFunc(list, func(file string) bool { return !s.Ours(file) }))
}

var sourcePath = words.Lazy(`((?:file://)?[\w@.+/-]+\.(?:[cm]?[jt]sx?|py|rb|vue|svelte|astro|php|pl|lua|` +
	`css|scss|html))\b`)

// noFile claims that an import names a file that does not exist.
func noFile(s *Scene, i code.Named) *app.Claim {
	target := i.Name
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(i.At.File), i.Name)
	}
	where := s.Line(i.At)
	if owner := sources.PackageAt(i.At.File); owner != "" && code.Variant(target) == "" {
		c := app.About(app.FindingModule, app.Known(owner),
			"the installed package %s is damaged: its own file %s is missing", app.Known(i.Name))
		c.See("disk", "%s requires it", where).Certain = true
		return c.Type(app.Known(s.Reinstall()))
	}
	if code.Variant(target) != "" {
		return nil
	}
	if c := brokenLink(s, target); c != nil {
		return c
	}
	if build, by := s.Builds(target); build != "" {
		return Missing(s, target, &code.Named{Name: i.Name, At: i.At, Dir: filepath.Dir(i.At.File)})
	} else if by != "" {
		return nil
	}
	c := app.ItIs(app.FindingFile, app.Known(i.Name), "%s imports %s, which does not exist", where, app.Known(i.Name))
	c.See("disk", "there is no %s", s.PathOf(target)).ReadIn(where, "%s has the import")
	c.Certain = true
	m := s.Meant(target)
	if m.Path == "" || m.Path == i.At.File {
		return c.Correct("create it, or correct the import in %s", where)
	}
	c.See("disk", "there is %s", s.PathOf(m.Path))
	return c.Correct("correct the import in %s: %s", where, app.Known(code.WrittenIn(i.At.File, m, i.Name)))
}

// aliased claims that an import by an alias leads nowhere, or that the program does not know the alias.
func aliased(s *Scene, i code.Named, a code.Alias) *app.Claim {
	path, where, by := a.Expands(i.Name), s.Line(i.At), s.PathOf(a.File)
	c := app.ItIs(app.FindingFile, app.Known(i.Name), "%s imports %s, which leads to nothing", where, app.Known(i.Name))
	c.ReadIn(by, "%s leads the alias %s to %s", app.Known(a.From), app.Known(a.Written))
	c.Certain = true
	if found := code.Variant(path); found != "" {
		c.Problem = app.Say("the program that ran does not know the alias %s of %s", app.Known(a.From), by)
		c.See("disk", "it leads %s to %s, which exists", app.Known(i.Name), s.PathOf(found))
		return c.Correct("declare it for that program, too (tsc does not rewrite aliases), or import %s in %s",
			app.Known(code.WrittenIn(i.At.File, code.Match{Path: found}, i.Name)), where)
	}
	c.See("disk", "there is no %s", s.PathOf(path))
	m := s.Meant(path)
	if m.Path == "" {
		return c.Correct("create it, or correct the import in %s", where)
	}
	c.See("disk", "there is %s", s.PathOf(m.Path))
	if m.How == code.Elsewhere {
		return c.Correct("correct the alias in %s, or the import in %s", by, where)
	}
	return c.Correct("correct the import in %s", where)
}

// scoped matches the name of a package of a scope, which looks like a path.
var scoped = words.Lazy(`^@[\w-]`)

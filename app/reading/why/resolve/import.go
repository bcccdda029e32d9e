package resolve

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/disk"
)

// Wanted is an import that leads to nothing.
type Wanted struct {
	Name string // as the source writes it
	From string // the file that imports it, "" if the output doesn't say
	Line int    // in it, or 0
}

// Imported returns the finding that a file which the sources import is not there.
func Imported(p *sources.Project, w Wanted) *app.Finding {
	if !sources.Valid(w.Name) {
		return nil
	}
	if f := damaged(p, w); f != nil {
		return f
	}
	if len(aliasesOf(p, w)) > 0 {
		return aliased(p, w)
	}
	f := &app.Finding{Kind: app.FindingFile, Problem: "an import names " + w.Name + ", which does not exist", Fix: "create it, or correct the import"}
	if !strings.HasPrefix(w.Name, ".") {
		return unknownAlias(p, w, f)
	}
	at, from := sourceOf(p, w)
	if from == "" {
		return f
	}
	if odd := disk.Missing(p, filepath.Join(filepath.Dir(from), w.Name)); odd != nil {
		return odd
	}
	m := Near(p, filepath.Join(filepath.Dir(from), w.Name))
	if m.Path == "" || m.Path == from {
		f.Fix += at
		return f
	}
	f.Evidence = []string{"there is " + p.Shown(m.Path)}
	f.Fix = "correct the import" + at + ": " + written(from, m, w.Name)
	return f
}

// sourceOf returns the file in which people write the import, with its place for a fix. Of a file that a build wrote, it is
// the source with the same import.
func sourceOf(p *sources.Project, w Wanted) (at, from string) {
	if w.From == "" || isOutput(p, w.From) {
		if w.From, w.Line = p.Naming(w.Name); Variant(filepath.Join(filepath.Dir(w.From), w.Name)) != "" {
			w.From = "" // there it leads to something
		}
	}
	switch line := quotedIn(w.From, w.Name); {
	case w.From == "":
		return "", ""
	case line > 0:
		return " in " + p.Shown(w.From) + ":" + strconv.Itoa(line), w.From
	case w.Line == 0:
		return " in " + p.Shown(w.From), w.From
	}
	return " in " + p.Shown(w.From) + ":" + strconv.Itoa(w.Line), w.From
}

// quotedIn returns the number of the line in which a source has a name in quotes, or 0.
func quotedIn(file, name string) int {
	for i, line := range strings.Split(sources.Read(file), "\n") {
		if strings.Contains(line, `"`+name+`"`) || strings.Contains(line, "'"+name+"'") || strings.Contains(line, "`"+name+"`") {
			return i + 1
		}
	}
	return 0
}

// Begun returns the only import of a source that begins with name and a slash, if the source doesn't import name itself, or "".
func Begun(file, name string) (full string) {
	for _, m := range quoted().FindAllString(sources.Read(file), 2000) {
		switch m = m[1 : len(m)-1]; {
		case m == name || strings.HasPrefix(m, name+"/") && full != "" && m != full:
			return ""
		case strings.HasPrefix(m, name+"/"):
			full = m
		}
	}
	return full
}

// isOutput reports whether a build wrote the file.
func isOutput(p *sources.Project, path string) bool {
	rel, err := filepath.Rel(p.Dir, path)
	parts := strings.Split(rel, "/")
	return err == nil && slices.ContainsFunc(parts, func(part string) bool {
		return slices.Contains([]string{"dist", "build", "out", ".next", ".nuxt", ".output"}, part)
	})
}

// written returns the name by which from would import a match, with an extension if the name has one, or if that is what it
// lacks.
func written(from string, m Match, name string) string {
	rel := relative(filepath.Dir(from), m.Path)
	if !strings.HasPrefix(rel, ".") {
		rel = "./" + rel
	}
	source := slices.Contains([]string{".ts", ".tsx", ".js", ".jsx"}, filepath.Ext(rel))
	if filepath.Ext(name) == "" && source && m.How != Extension && m.How != Inside {
		return strings.TrimSuffix(rel, filepath.Ext(rel))
	}
	return rel
}

// aliasesOf returns the aliases that apply to an import.
func aliasesOf(p *sources.Project, w Wanted) []Alias {
	dir := p.WorkDir
	if w.From != "" && p.Ours(w.From) {
		dir = filepath.Dir(w.From)
	}
	return slices.DeleteFunc(Aliases(p, dir), func(a Alias) bool { return a.Expands(w.Name) == "" })
}

// HasAlias reports whether an alias applies to an import.
func HasAlias(p *sources.Project, w Wanted) bool { return len(aliasesOf(p, w)) > 0 }

// aliased returns the finding about an import by an alias: the program does not know the alias, it leads to nothing, or it
// leads elsewhere.
func aliased(p *sources.Project, w Wanted) *app.Finding {
	list := aliasesOf(p, w)
	a := list[0]
	path := a.Expands(w.Name)
	f := &app.Finding{Kind: app.FindingFile, Problem: "an import names " + w.Name + ", which leads to nothing", Evidence: []string{p.Shown(a.File) + " leads the alias " + a.From + " to " + a.Written}}
	at, from := sourceOf(p, w)
	if found := Variant(path); found != "" {
		f.Problem = "the program that ran does not know the alias " + a.From + " of " + p.Shown(a.File)
		f.Evidence = []string{"it leads " + w.Name + " to " + p.Shown(found) + ", which exists"}
		f.Fix = unknowing(p, w, at, from, found)
		return f
	}
	m := Near(p, path)
	if m.Path == "" {
		f.Evidence, f.Fix = append(f.Evidence, "there is no "+p.Shown(path)), "create it, or correct the import"+at
		return f
	}
	f.Evidence = append(f.Evidence, "there is no "+p.Shown(path)+", but "+p.Shown(m.Path))
	f.Fix = "correct the import" + at
	if m.How == Elsewhere {
		f.Fix = "correct the alias in " + p.Shown(a.File) + ", or the import" + at
	}
	return f
}

// unknowing returns what to do if a program doesn't know an alias that a file declares for others.
func unknowing(p *sources.Project, w Wanted, at, from, found string) string {
	switch {
	case isOutput(p, w.From) && w.From != "":
		return "tsc does not rewrite aliases: run tsc-alias after it, run the sources (tsx), or import " + written(from, Match{Path: found}, w.Name) + at
	case from != "":
		return "declare it for that program, too (Vite: resolve.alias or vite-tsconfig-paths; Node: imports in package.json), or import " + written(from, Match{Path: found}, w.Name) + at
	}
	return "declare it for the program that ran, too, or import the file by its path"
}

// unknownAlias returns the finding about an import that looks like one by an alias that nothing declares.
func unknownAlias(p *sources.Project, w Wanted, f *app.Finding) *app.Finding {
	_, rest, _ := strings.Cut(w.Name, "/")
	at, from := sourceOf(p, w)
	m := Near(p, filepath.Join(p.WorkDir, rest))
	if rest == "" || m.Path == "" || from == "" {
		return f
	}
	beginning := strings.TrimSuffix(w.Name, rest)
	f.Problem = "an import names " + w.Name + ", but no alias " + beginning + " is declared"
	f.Evidence = []string{"there is " + p.Shown(m.Path)}
	f.Fix = "declare the alias " + beginning + " where the program looks for it, or import " + written(from, Match{Path: m.Path}, w.Name) + at
	return f
}

// damaged returns the finding that an installed package lacks a file of its own, or another package that it needs.
func damaged(p *sources.Project, w Wanted) *app.Finding {
	by := PackageAt(w.From)
	if by == "" || !strings.HasPrefix(w.Name, ".") && !filepath.IsAbs(w.Name) {
		return nil
	}
	f := &app.Finding{Kind: app.FindingModule, Problem: "the installed package " + by + " is damaged: its own file " + w.Name + " is missing"}
	f.Evidence = []string{p.Shown(w.From) + " requires it"}
	f.Type(Reinstall(p))
	return f
}

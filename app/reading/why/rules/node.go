package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/sayings"
)

// nodeModule finds an imported package or file that does not exist.
func nodeModule(c *Clues, at int, m []string) *app.Finding {
	name := strings.TrimSuffix(m[1], "/")
	if isPath(name) {
		return c.missingImport(name, at)
	}
	w := c.wanted(name, at)
	if resolve.HasAlias(&c.Project, w) {
		return resolve.Imported(&c.Project, w)
	}
	if sources.Existing(filepath.Join(c.WorkDir, name)) == "" && strings.Contains(filepath.Base(name), ".") && !strings.Contains(name, "@") && sources.ImportedFile(name) {
		return c.missingFile(name)
	}
	if name = sources.PackageOf(name); strings.Contains(name, ":") || !sources.NodeName().MatchString(name) {
		return nil
	}
	if resolve.IsNative(name) {
		return resolve.NativePackage(&c.Project, name)
	}
	if f := resolve.Subpath(&c.Project, w); f != nil {
		return f
	}
	if w.From != "" && c.Ours(w.From) && filepath.Dir(w.From) != c.WorkDir && strings.HasPrefix(w.From, c.Dir+"/") {
		c = c.within(filepath.Dir(w.From))
	}
	if len(c.Argv) > 0 && strings.Contains(filepath.Base(c.Argv[0]), "deno") {
		return c.lack().Package(sources.Deno, "the package "+name+" is not installed", name)
	}
	return c.lack().Package(sources.Node, "the package "+name+" is not installed", name)
}

// isPath reports whether an import is that of a file, by its path or by an alias that no package can have.
func isPath(name string) bool {
	return slices.ContainsFunc([]string{".", "/", "@/", "~/", "#", "file:"}, func(begin string) bool { return strings.HasPrefix(name, begin) })
}

// missingImport finds a file that the sources import.
func (c *Clues) missingImport(name string, at int) *app.Finding {
	w := c.wanted(name, at)
	if real := sources.Followed(name); c.Ours(real) && !c.Ours(name) && filepath.IsAbs(name) { // of a package of the workspace
		return c.missingFile(real)
	}
	if from := c.Own(w.From); from != "" && filepath.IsAbs(name) && !resolve.Names(&c.Project, name) { // as Node writes what it has resolved
		if rel, err := filepath.Rel(filepath.Dir(from), name); err == nil {
			name = "./" + strings.TrimPrefix(rel, "./")
			w.Name = strings.Replace(name, "./../", "../", 1)
		}
	}
	if (filepath.IsAbs(name) || strings.HasPrefix(name, "file:")) && resolve.PackageAt(w.From) == "" {
		return c.missingFile(name)
	}
	if c.Says(at, at+4, "internal/preload") { // of an option of Node
		f := c.missingFile(name)
		if f != nil && f.Fix != "" && strings.Contains(c.Env["NODE_OPTIONS"], name) {
			f.Evidence, f.Fix = append(f.Evidence, "the variable NODE_OPTIONS requires it"), "correct NODE_OPTIONS, or "+f.Fix
		}
		return f
	}
	return resolve.Imported(&c.Project, w)
}

// wanted returns the import that a line says leads to nothing, with the file and the line that import it.
func (c *Clues) wanted(name string, at int) resolve.Wanted {
	w := resolve.Wanted{Name: name, From: c.importer(at)}
	if p := c.CodeAt(at); p.File != "" && (w.From == "" || c.Found(p.File) == w.From) {
		w.From, w.Line = c.Found(p.File), p.Line
	}
	if full := resolve.Begun(w.From, w.Name); full != "" { // of an alias with @, Node names only what would be the package
		w.Name = full
	}
	return w
}

// importer returns the file that the lines name first as the one that imports: of the project, or of a package that it has
// installed.
func (c *Clues) importer(at int) string {
	for i := max(0, at-1); i < min(at+8, len(c.Lines)); i++ {
		if m := requiredBy().FindStringSubmatch(c.Lines[i].Text); m != nil && sources.Existing(m[1]+m[2]) != "" {
			return m[1] + m[2]
		}
		for _, m := range sayings.PathIn().FindAllStringSubmatch(c.Lines[i].Text, 8) {
			if own := c.Own(m[1] + m[2]); own != "" && filepath.Ext(own) != "" && filepath.Ext(own) != ".json" { // which imports nothing
				return own
			}
		}
		if p := c.OwnPlace(c.Lines[i].Text); p.File != "" {
			return p.File
		}
	}
	return ""
}

// requiredBy matches how Node names the file that imports: in the message, or first in the stack of requires.
var requiredBy = lazily(`^\s*- (/\S.*\.[cm]?[jt]sx?)$|imported from '?(/[^'\s]+)'?`)

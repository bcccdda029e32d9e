package rules

import (
	"devservers/app"
	"devservers/app/why/files"
	"devservers/app/why/sayings"
	"path/filepath"
	"strings"
)

// nodeModule finds an imported package or file that does not exist.
func nodeModule(c *Clues, at int, m []string) *app.Finding {
	name := strings.TrimSuffix(m[1], "/")
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/") || strings.HasPrefix(name, "@/") || strings.HasPrefix(name, "~/") || strings.HasPrefix(name, "file:") {
		return c.missingImport(name, at)
	}
	if files.Existing(filepath.Join(c.WorkDir, name)) == "" && strings.Contains(filepath.Base(name), ".") && !strings.Contains(name, "@") && files.ImportedFile(name) {
		return c.missingFile(name)
	}
	if name = files.PackageOf(name); strings.Contains(name, ":") || !files.NodeName().MatchString(name) {
		return nil
	}
	if by := c.importer(at); by != "" && c.Ours(by) && filepath.Dir(by) != c.WorkDir && strings.HasPrefix(by, c.Dir+"/") {
		c = c.within(filepath.Dir(by))
	}
	f := c.lacks(files.Node, "the package "+name+" is not installed", name)
	if len(c.Argv) > 0 && strings.Contains(filepath.Base(c.Argv[0]), "deno") {
		f = c.lacks(files.Deno, "the package "+name+" is not installed", name)
	}
	return f
}

// missingImport finds a file that the sources import.
func (c *Clues) missingImport(name string, at int) *app.Finding {
	if filepath.IsAbs(name) || strings.HasPrefix(name, "file:") {
		return c.missingFile(name)
	}
	if c.says(at, at+4, "internal/preload") { // of an option of Node
		f := c.missingFile(name)
		if f != nil && strings.Contains(c.Env["NODE_OPTIONS"], name) {
			f.Evidence, f.Fix = append(f.Evidence, "the variable NODE_OPTIONS requires it"), strings.Replace(f.Fix, "set working_dir", "correct NODE_OPTIONS, or set working_dir", 1)
		}
		return f
	}
	f := &app.Finding{Kind: app.FindingFile, Problem: "an import names " + name + ", which does not exist", Fix: "create it, or correct the import"}
	if !files.Valid(name) {
		return nil
	}
	if by := c.importer(at); by != "" && strings.HasPrefix(name, ".") {
		if like := files.Like(filepath.Join(filepath.Dir(by), name)); like != "" {
			f.Evidence = []string{"there is " + c.Shown(like)}
		}
	}
	return f
}

// importer returns the file of the project that the lines name first as the one that imports.
func (c *Clues) importer(at int) string {
	for i := max(0, at-1); i < min(at+8, len(c.Lines)); i++ {
		for _, m := range sayings.PathIn().FindAllStringSubmatch(c.Lines[i].Text, 8) {
			if own := c.own(m[1] + m[2]); own != "" && filepath.Ext(own) != "" {
				return own
			}
		}
		if p := c.ownPlace(c.Lines[i].Text); p.File != "" {
			return p.File
		}
	}
	return ""
}

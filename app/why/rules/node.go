package rules

import (
	"devservers/app"
	"devservers/app/why/files"
	"path/filepath"
	"strings"
)

// nodeName is what a package of npm may be called.
var nodeName = lazily(`^(?:@[\w.-]{1,100}/)?[\w.-]{1,100}$`)

// nodeModule finds an imported package or file that does not exist.
func nodeModule(c *Clues, at int, m []string) *app.Finding {
	name := strings.TrimSuffix(m[1], "/")
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/") || strings.HasPrefix(name, "@/") || strings.HasPrefix(name, "~/") || strings.HasPrefix(name, "file:") {
		return c.missingImport(name, at)
	}
	if files.Existing(filepath.Join(c.WorkDir, name)) == "" && strings.Contains(filepath.Base(name), ".") && !strings.Contains(name, "@") && hasSourceExtension(name) {
		return c.missingFile(name)
	}
	if name = packageOf(name); strings.Contains(name, ":") || !nodeName().MatchString(name) {
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

func hasSourceExtension(name string) bool {
	switch filepath.Ext(name) {
	case ".ts", ".tsx", ".mjs", ".cjs", ".jsx", ".vue", ".svelte", ".css", ".scss", ".json", ".html":
		return true
	case ".js":
		return strings.Contains(name, "/")
	}
	return false
}

// packageOf returns the package of an import: react-dom for react-dom/client, @a/b for @a/b/c.
func packageOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if strings.HasPrefix(name, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// missingImport finds a file that the sources import.
func (c *Clues) missingImport(name string, at int) *app.Finding {
	if filepath.IsAbs(name) || strings.HasPrefix(name, "file:") {
		return c.missingFile(name)
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
		for _, m := range pathIn().FindAllStringSubmatch(c.Lines[i].Text, 8) {
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

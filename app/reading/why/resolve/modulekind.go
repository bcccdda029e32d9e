package resolve

import (
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// common is how a source exports as CommonJS does: the expression that it assigns to, and its line. "" = it doesn't.
type common struct {
	expression string
	line       int
	manifest   string // that makes the source an ES module, or "" if its extension does
}

var (
	assignsCommon = sayings.Lazily(`(?m)^[ \t]*((?:module\.)?exports(?:\.[\w$]+|\[[^\]\n]*\])?)[ \t]*=[^=]`)
	givesCommon   = sayings.Lazily(`\b(?:module\.exports|exports)\b(?:\.[\w$]+|\[[^\]\n]*\])?\s*=|defineProperty\((?:module\.)?exports,`)
)

// withoutCommon cuts out of the text of an ES module what exports only from CommonJS, and returns what that is.
func withoutCommon(path, text string) (string, common) {
	manifest, ok := isES(path)
	if !ok {
		return text, common{}
	}
	c := common{manifest: manifest}
	if at := assignsCommon().FindStringSubmatchIndex(text); at != nil {
		c.expression, c.line = text[at[2]:at[3]], 1+strings.Count(text[:at[2]], "\n")
	}
	return strings.ReplaceAll(givesCommon().ReplaceAllString(text, ""), "module.exports", ""), c
}

// isES reports whether Node takes a source of JavaScript for an ES module, and which package.json says so; "" = its extension.
func isES(path string) (manifest string, ok bool) {
	if filepath.Ext(path) != ".js" {
		return "", filepath.Ext(path) == ".mjs"
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if manifest = sources.Existing(filepath.Join(dir, "package.json")); manifest != "" {
			return manifest, sources.Package(manifest).Type == "module"
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
}

// OtherKind returns the finding that a source is an ES module, but uses what only CommonJS has, such as require.
func OtherKind(p *sources.Project, path, uses string) *app.Finding {
	ext := filepath.Ext(path)
	if ext != ".js" && ext != ".ts" {
		return nil
	}
	name := p.Shown(path)
	instead := "write import and export in " + name
	if uses == "module" || uses == "exports" {
		instead = "write export default in place of module.exports in " + name
	}
	f := &app.Finding{Kind: app.FindingCode, Problem: name + " is an ES module, in which there is no " + uses, Fix: instead}
	if manifest, ok := isES(strings.TrimSuffix(path, ext) + ".js"); !ok {
		if line, word := sign(path); line > 0 { // Node takes a source for what its syntax says
			where := name + ":" + strconv.Itoa(line)
			f.Evidence, f.Fix = []string{where + " makes it one with " + word}, instead+", or do without "+word+" in "+where
		}
		return f
	} else if manifest != "" {
		f.Evidence = []string{p.Shown(manifest) + ` makes it one with "type": "module"`}
	}
	if !strings.HasPrefix(filepath.Base(name), "next.config.") { // Next reads no .cjs
		f.Fix += ", or rename it to " + strings.TrimSuffix(filepath.Base(name), ext) + ".c" + ext[1:]
	}
	return f
}

var onlyES = sayings.Lazily(`^\s*(import|export)\b(?:\s*[\w*{"']|\s)|\b(import\.meta)\b|^(?:(?:const|let|var)\s.*=\s*)?(await)\s`)

// sign returns the first line of a source that only an ES module can have, and the words that say so.
func sign(path string) (line int, word string) {
	for i, text := range strings.Split(sources.Read(path), "\n") {
		if m := onlyES().FindStringSubmatch(text); m != nil {
			return i + 1, m[1] + m[2] + m[3]
		}
	}
	return 0, ""
}

// explain returns what makes an assignment of CommonJS export nothing, as evidence, and what to write for it. name is what
// the other source imports.
func (c common) explain(p *sources.Project, path, name string) (evidence []string, fix string) {
	file := p.Shown(path)
	where := file + ":" + strconv.Itoa(c.line)
	evidence = []string{where + " assigns " + c.expression + ", which exports nothing from an ES module"}
	if c.manifest != "" {
		evidence = append(evidence, p.Shown(c.manifest)+` makes it one with "type": "module"`)
	}
	fix = "export " + name + " in " + where + " in place of " + c.expression
	if name == "default" {
		fix = "write export default in " + where + " in place of " + c.expression
	}
	base := filepath.Base(path)
	return evidence, fix + ", or rename it to " + strings.TrimSuffix(base, filepath.Ext(base)) + ".cjs"
}

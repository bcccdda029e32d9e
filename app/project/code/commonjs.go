package code

import (
	"path/filepath"
	"strings"

	"devservers/app/project/sources"
)

// Common is an assignment by which a source exports as CommonJS does. Its line is 0 if there is none.
type Common struct {
	Expression string
	Line       int
	Manifest   string // that makes the source an ES module; "" if its extension does
}

var (
	assignsCommon = lazily(`(?m)^[ \t]*((?:module\.)?exports(?:\.[\w$]+|\[[^\]\n]*\])?)[ \t]*=[^=]`)
	givesCommon   = lazily(`\b(?:module\.exports|exports)\b(?:\.[\w$]+|\[[^\]\n]*\])?\s*=|` +
		`defineProperty\((?:module\.)?exports,`)
)

// withoutCommon cuts out of the text of an ES module what exports only from CommonJS, and returns what that is.
func withoutCommon(path, text string) (string, Common) {
	manifest, ok := IsES(path)
	if !ok {
		return text, Common{}
	}
	c := Common{Manifest: manifest}
	if at := assignsCommon().FindStringSubmatchIndex(text); at != nil {
		c.Expression, c.Line = text[at[2]:at[3]], 1+strings.Count(text[:at[2]], "\n")
	}
	return strings.ReplaceAll(givesCommon().ReplaceAllString(text, ""), "module.exports", ""), c
}

// IsES reports whether Node takes a source of JavaScript for an ES module, and which package.json says so; "" = its
// extension.
func IsES(path string) (manifest string, ok bool) {
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

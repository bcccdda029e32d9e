package code

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/sources"
)

// Module is what a source of JavaScript or TypeScript gives to those that import it.
type Module struct {
	Path    string
	Names   []string // exported by name
	Types   []string // of those, or declared: interfaces and types, which do not exist at run time
	Default bool
	CommonJS,
	Unknown bool // it exports what can't be seen, such as all that another module does
	Common Common
}

// ModuleAt reads a source.
func ModuleAt(path string) Module {
	text, common := withoutCommon(path, sources.Read(path))
	m := Module{
		Path: path, Common: common, Default: exportsDefault().MatchString(text),
		CommonJS: exportsCommon().MatchString(text), Unknown: exportsAll().MatchString(text),
	}
	for _, found := range exportsName().FindAllStringSubmatch(text, -1) {
		m.Names = append(m.Names, found[1]+found[2]+found[3])
	}
	for _, found := range declaresType().FindAllStringSubmatch(text, -1) {
		m.Types = append(m.Types, found[1])
	}
	for _, list := range exportsList().FindAllStringSubmatch(text, -1) {
		for part := range strings.SplitSeq(list[1]+list[2], ",") {
			words := strings.FieldsFunc(part, func(r rune) bool { return strings.ContainsRune(" \t\n:", r) })
			if len(words) == 0 {
				continue
			}
			name := words[len(words)-1]
			if list[2] != "" { // of an object, the key
				name = words[0]
			}
			m.Default = m.Default || name == "default"
			m.Unknown = m.Unknown || strings.HasPrefix(name, "...")
			m.Names = append(m.Names, name)
		}
	}
	return m
}

var (
	exportsDefault = lazily(`(?m)^\s*export\s+default\b|\bexports\.default\s*=`)
	exportsCommon  = lazily(`\bmodule\.exports\b|(?m)^\s*exports\.\w+\s*=|\bexports\[`)
	exportsAll     = lazily(`(?m)^\s*export\s+\*\s+from|module\.exports\s*=\s*(?:require\(|new |\w+\()`)
	exportsName    = lazily(`(?m)^\s*export\s+(?:(?:declare|async|abstract|const)\s+)*(?:const|let|var|function\*?|` +
		`class|interface|type|enum)\s+([\w$]+)|` +
		`\b(?:module\.)?exports\.([\w$]+)\s*=|defineProperty\(exports,\s*["']([\w$]+)`)
	declaresType = lazily(`(?m)^\s*(?:export\s+)?(?:declare\s+)?(?:interface|type)\s+([\w$]+)`)
	exportsList  = lazily(`(?m)(?:^|[;}])\s*export\s*(?:type\s*)?\{([^}]*)\}|module\.exports\s*=\s*\{([^{}]*)\}`)
)

// Nothing reports whether the module exports nothing at all.
func (m Module) Nothing() bool {
	return m.Path != "" && len(m.Names) == 0 && !m.Default && !m.CommonJS && !m.Unknown && sources.IsSource(m.Path)
}

// Has reports whether the module may export a name.
func (m Module) Has(name string) bool {
	return m.Unknown || name == "default" && m.Default || slices.Contains(m.Names, name)
}

// Meant returns the exported name of which name may be a misspelling, or "".
func (m Module) Meant(name string) string {
	for _, n := range m.Names {
		if strings.EqualFold(n, name) {
			return n
		}
	}
	for _, n := range words.Meant(name, m.Names) {
		return n
	}
	return ""
}

// Import is a name of a source that another module gives.
type Import struct {
	Name    string // in the source
	Of      string // as the module calls it; "" = all of it, "default" = its default
	Module  string // as the source writes it
	Line    int
	Require bool
}

// Imports returns the names that a source imports.
func Imports(path string) (list []Import) {
	for i, line := range strings.Split(sources.Read(path), "\n") {
		m := importLine().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		names, module, required := m[1]+m[3], m[2]+m[4], m[3] != ""
		for _, n := range imported(names, required) {
			n.Module, n.Line, n.Require = module, i+1, required
			list = append(list, n)
		}
	}
	return list
}

var importLine = lazily(`^\s*import\s+(?:type\s+)?(.+?)\s+from\s*["']([^"']+)["']|` +
	`^\s*(?:const|let|var)\s+(.+?)\s*=\s*(?:await\s+import|require)\(\s*["']([^"']+)["']\s*\)\s*;?\s*$`)

// imported reads the names between import and from, or before require.
func imported(text string, required bool) (list []Import) {
	first, braces, _ := strings.Cut(text, "{")
	if name := strings.Trim(first, " ,"); name != "" {
		i := Import{Name: strings.TrimSpace(strings.TrimPrefix(name, "* as ")), Of: "default"}
		if required || strings.HasPrefix(name, "* as ") {
			i.Of = ""
		}
		list = append(list, i)
	}
	braces, _, _ = strings.Cut(braces, "}")
	for part := range strings.SplitSeq(braces, ",") {
		words := strings.FieldsFunc(part, func(r rune) bool { return r == ' ' || r == ':' })
		if len(words) > 0 {
			list = append(list, Import{Name: words[len(words)-1], Of: words[0]})
		}
	}
	return list
}

// Source returns the file of the project that an import of from names, or "".
func (p *Workspace) Source(from, name string) string {
	if strings.HasPrefix(name, ".") {
		path := filepath.Join(filepath.Dir(from), name)
		if found := Variant(path); found != "" {
			return found
		}
		if ext := filepath.Ext(name); ext == ".js" || ext == ".mjs" || ext == ".jsx" { // TypeScript names what it will write
			return Variant(strings.TrimSuffix(path, ext))
		}
		return ""
	}
	for _, a := range p.Aliases(filepath.Dir(from)) {
		if found := Variant(a.Expands(name)); found != "" && a.Expands(name) != "" {
			return found
		}
	}
	return ""
}

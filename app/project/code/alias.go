package code

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/sources"
)

// Alias is a beginning of imports that a file of the project gives a meaning.
type Alias struct {
	From    string   // with a * for the rest of the name, or the whole name
	To      []string // paths, with a * for the rest
	File    string   // that declares it
	Written string   // To as it is written there
}

// Expands returns the path to which an import leads by the alias, or "".
func (a Alias) Expands(name string) string {
	before, after, wild := strings.Cut(a.From, "*")
	switch {
	case len(a.To) == 0:
		return ""
	case !wild && name == a.From:
		return a.To[0]
	case wild && strings.HasPrefix(name, before) && strings.HasSuffix(name, after) && len(name) >= len(before)+len(after):
		rest := name[len(before) : len(name)-len(after)]
		for _, to := range a.To {
			if found := Variant(strings.ReplaceAll(to, "*", rest)); found != "" {
				return found
			}
		}
		return strings.ReplaceAll(a.To[0], "*", rest)
	}
	return ""
}

// Aliases returns the aliases that files near dir declare: tsconfig.json, jsconfig.json, package.json (imports) and the
// configuration of Vite, webpack and Babel.
func (p *Workspace) Aliases(dir string) (list []Alias) {
	at := sources.Project{Dir: p.Dir, WorkDir: dir}
	for _, above := range at.Above() {
		for _, name := range []string{"tsconfig.json", "jsconfig.json", "tsconfig.app.json", "tsconfig.base.json"} {
			list = append(list, compilerPaths(filepath.Join(above, name))...)
		}
		list = append(list, packageImports(filepath.Join(above, "package.json"))...)
		for _, name := range []string{"vite.config.ts", "vite.config.js", "vite.config.mjs", "vite.config.mts",
			"webpack.config.js", "webpack.config.ts", "babel.config.js", "vitest.config.ts", "nuxt.config.ts",
			"svelte.config.js"} {
			list = append(list, configured(filepath.Join(above, name))...)
		}
	}
	return list
}

// compilerPaths returns the paths of a tsconfig.json or a jsconfig.json.
func compilerPaths(file string) (list []Alias) {
	var config struct {
		CompilerOptions struct {
			BaseURL string `json:"baseUrl"`
			Paths   map[string][]string
		}
	}
	if json.Unmarshal(plainJSON(sources.Read(file)), &config) != nil {
		return nil
	}
	base := filepath.Join(filepath.Dir(file), cmp.Or(config.CompilerOptions.BaseURL, "."))
	for from, targets := range config.CompilerOptions.Paths {
		a := Alias{From: from, File: file}
		for _, to := range targets {
			a.To = append(a.To, filepath.Join(base, to))
		}
		a.Written = strings.Join(targets, ", ")
		list = append(list, a)
	}
	return sorted(list)
}

// packageImports returns the imports of a package.json, which Node itself knows.
func packageImports(file string) (list []Alias) {
	var pkg struct{ Imports map[string]json.RawMessage }
	if json.Unmarshal([]byte(sources.Read(file)), &pkg) != nil {
		return nil
	}
	for from, raw := range pkg.Imports {
		var to string
		if json.Unmarshal(raw, &to) == nil {
			list = append(list, Alias{From: from, To: []string{filepath.Join(filepath.Dir(file), to)}, File: file, Written: to})
		}
	}
	return sorted(list)
}

// inConfig matches an alias in the sources of a configuration: its name, and the last path in quotes of its value.
var (
	aliasPart = lazily(`(?s)alias["']?\s*:\s*[\[{].*`)
	inConfig  = lazily(`(?:["']([@~#$][\w@/$-]*)["']|\b(find)\s*:\s*["']([^"']+)["'])\s*(?::|,\s*replacement\s*:)\s*[^,\n]*?["']((?:\.{0,2}/)[\w./-]*|src[\w./-]*|app[\w./-]*)["']`)
	twoParts  = lazily(`(?:["']([@~#$][\w@/$-]*)["'])\s*:\s*path\.\w+\(\s*__dirname\s*,\s*["']([^"']+)["']`)
)

// configured returns the aliases in the configuration of a bundler.
func configured(file string) (list []Alias) {
	part := aliasPart().FindString(sources.Read(file))
	for _, m := range slices.Concat(twoParts().FindAllStringSubmatch(part, 20),
		shorten(inConfig().FindAllStringSubmatch(part, 20))) {
		from, to := strings.TrimSuffix(m[1], "/"), strings.TrimSuffix(strings.TrimPrefix(m[2], "/"), "/")
		if slices.ContainsFunc(list, func(a Alias) bool { return a.From == from+"/*" }) {
			continue
		}
		list = append(list, Alias{From: from + "/*", To: []string{filepath.Join(filepath.Dir(file), to) + "/*"}, File: file,
			Written: m[2]})
	}
	return list
}

// shorten leaves the name and the path of each match.
func shorten(matches [][]string) (list [][]string) {
	for _, m := range matches {
		list = append(list, []string{m[0], m[1] + m[3], m[4]})
	}
	return list
}

func sorted(list []Alias) []Alias {
	slices.SortFunc(list, func(a, b Alias) int {
		return cmp.Or(len(b.From)-len(a.From), strings.Compare(a.From, b.From))
	})
	return list
}

// plainJSON returns JSON without comments and without commas before a closing bracket.
func plainJSON(text string) []byte {
	var out []byte
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			end := i + 1
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end, len(text)-1)
			out = append(out, text[i:end+1]...)
			i = end
		case strings.HasPrefix(text[i:], "//"):
			for i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		case strings.HasPrefix(text[i:], "/*"):
			i += max(1, strings.Index(text[i:]+"*/", "*/")+1)
		default:
			out = append(out, text[i])
		}
	}
	return trailing().ReplaceAll(out, []byte("$1"))
}

var trailing = lazily(`,(\s*[}\]])`)

// WrittenIn returns the name by which from would import a match, with an extension if the name has one, or if that is
// what it lacks.
func WrittenIn(from string, m Match, name string) string {
	rel, err := filepath.Rel(filepath.Dir(from), m.Path)
	if err != nil {
		return m.Path
	}
	if !strings.HasPrefix(rel, ".") {
		rel = "./" + rel
	}
	source := slices.Contains([]string{".ts", ".tsx", ".js", ".jsx"}, filepath.Ext(rel))
	if filepath.Ext(name) == "" && source && m.How != Extension && m.How != Inside {
		return strings.TrimSuffix(rel, filepath.Ext(rel))
	}
	return rel
}

// AliasesFor returns the aliases that apply to an import of a file in dir.
func (p *Workspace) AliasesFor(name, dir string) []Alias {
	return slices.DeleteFunc(p.Aliases(dir), func(a Alias) bool { return a.Expands(name) == "" })
}

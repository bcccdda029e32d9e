package sources

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// compiled are the extensions of files that a compiler or an interpreter names.
var compiled = []string{".rs", ".go", ".c", ".cc", ".cpp", ".h", ".java", ".kt", ".scala", ".ts", ".tsx", ".cs",
	".swift", ".zig", ".ex", ".exs", ".hs", ".elm", ".dart", ".vue", ".svelte"}

// scripts are the extensions of sources that are not compiled.
var scripts = []string{".js", ".mjs", ".cjs", ".jsx", ".py", ".rb", ".php", ".pl", ".pm", ".lua", ".erl", ".sh", ".clj",
	".scm", ".lisp", ".jl", ".r"}

// markup are the extensions of styles, templates and schemas, which have names but no code.
var markup = []string{".css", ".scss", ".sass", ".less", ".astro", ".erb", ".ejs", ".hbs", ".pug", ".twig", ".j2",
	".njk", ".graphql", ".prisma", ".mdx"}

// IsText reports whether a name is of a file with settings, data, a style or a template.
func IsText(name string) bool {
	return IsSetting(name) || slices.Contains(markup, filepath.Ext(name)) ||
		slices.Contains([]string{".tpl", ".tmpl", ".htm", ".md", ".sql", ".svg", ".png"}, filepath.Ext(name))
}

// IsWritten reports whether a name is of a file that people write for programs: a source, settings, a style or a
// template. Data, which can be large, is not.
func IsWritten(name string) bool {
	ext := filepath.Ext(name)
	return IsSource(name) || slices.Contains(settings, ext) || slices.Contains(markup, ext) ||
		filepath.Base(name) == "Caddyfile"
}

// IsSource reports whether a name is of a source file, so that a number after a colon is a line.
func IsSource(name string) bool {
	return slices.Contains(compiled, filepath.Ext(name)) || slices.Contains(scripts, filepath.Ext(name))
}

// IsCompiled reports whether a name is of a source file that a compiler names.
func IsCompiled(name string) bool { return slices.Contains(compiled, filepath.Ext(name)) }

// Exits returns the only line of the project's sources that ends a program with an exit code, as file:line and its
// text; or "".
func (p *Project) Exits(code int) (found string) {
	ends := regexp.MustCompile(`\b(?:process\.exit|sys\.exit|os\.Exit|os\._exit|System\.exit|process::exit|exit!?)\s*[ (]\s*` + strconv.Itoa(code) + `\b`)
	n := 0
	for _, file := range p.Sources() {
		if base := filepath.Base(file); !IsSource(file) || strings.Contains(base, "test") {
			continue
		}
		for i, line := range strings.Split(Read(file), "\n") {
			if ends.MatchString(line) {
				found, n = p.Shown(file)+":"+strconv.Itoa(i+1)+": "+strings.TrimSpace(line), n+1
			}
		}
	}
	if n != 1 {
		return ""
	}
	return found
}

package sources

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// wanted are the places in which projects state which version of a language they need: a file, and the text around it.
var wanted = map[string][][2]string{
	"Python": {{"pyproject.toml", `(?m)^\s*(?:requires-python|python)\s*=\s*["']([^"']+)`},
		{"setup.cfg", `(?m)^\s*python_requires\s*=\s*(\S.*)$`},
		{"setup.py", `python_requires\s*=\s*["']([^"']+)`}, {"Pipfile", `(?m)^python_(?:full_)?version\s*=\s*["']([^"']+)`},
		{".python-version", aVersion}},
	"Node": {{"package.json", `(?s)"engines"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]+)"`}, {".nvmrc", aVersion},
		{".node-version", aVersion}},
	"Ruby": {{"Gemfile", `(?m)^\s*ruby\s+["']([^"']+)`}, {".ruby-version", `(?m)^(?:ruby-)?(\d[\d.]*)\s*$`}},
	"PHP":  {{"composer.json", `(?s)"require"\s*:\s*\{[^}]*"php"\s*:\s*"([^"]+)"`}},
	"Go":   {{"go.mod", `(?m)^go\s+(\d[\d.]*)`}},
	"Rust": {{"Cargo.toml", `(?m)^rust-version\s*=\s*"([^"]+)`}, {"rust-toolchain.toml", `channel\s*=\s*"(\d[\d.]*)`}},
	"Java": {{"pom.xml", `<(?:maven\.compiler\.(?:release|source)|java\.version)>\s*(\d[\d.]*)`},
		{"build.gradle", javaGradle}, {"build.gradle.kts", javaGradle}, {".java-version", aVersion}},
	"Elixir": {{"mix.exs", `elixir:\s*"([^"]+)"`}},
}

const (
	aVersion   = `(?m)^v?(\d[\d.]*)\s*$`
	javaGradle = `languageVersion[\s\S]{0,30}?of\((\d+)\)`
)

// Wants returns the version of a language that the project asks for, as it is written, and the file that states it.
func (p *Project) Wants(language string) (constraint, file string) {
	for _, w := range wanted[language] {
		if file = p.Near(w[0]); file == "" {
			continue
		}
		if m := regexp.MustCompile(w[1]).FindStringSubmatch(Read(file)); m != nil {
			return strings.TrimSpace(m[1]), file
		}
	}
	return "", ""
}

// least are the languages for which a bare version means this one or newer.
var least = map[string]bool{"Go": true, "Rust": true, "Java": true}

// bound is one condition of a constraint.
var bound = lazily(`(\^|~>|~=|~|>=|<=|===?|!=|>|<)?\s*v?(\d+(?:\.(?:\d+|[xX*]))*)`)

// Satisfies reports whether a version fits a constraint such as ">=3.12,<4", "^20 || 22.x" or "~> 3.3". What can't be
// read fits.
func Satisfies(language, version, constraint string) bool {
	alternatives := strings.FieldsFunc(strings.ReplaceAll(constraint, " or ", "|"), func(r rune) bool { return r == '|' })
	for _, a := range alternatives {
		if fitsAll(language, version, a) {
			return true
		}
	}
	return len(alternatives) == 0
}

func fitsAll(language, version, constraint string) bool {
	for _, m := range bound().FindAllStringSubmatch(constraint, -1) {
		if m[1] == "" && least[language] {
			m[1] = ">="
		}
		if !fits(version, m[1], strings.TrimRight(m[2], "xX*.")) {
			return false
		}
	}
	return true
}

// fits compares as many parts as both versions have: of a running version, often only the first two are known.
func fits(version, operator, bound string) bool {
	has, want := parts(version), parts(bound)
	n := min(len(has), len(want))
	order := compare(has[:n], want[:n])
	switch operator {
	case ">=":
		return order >= 0
	case ">":
		return order > 0 || order == 0 && len(has) < len(want)
	case "<":
		return order < 0 || order == 0 && len(has) < len(want)
	case "<=":
		return order <= 0
	case "!=":
		return order != 0 || len(has) < len(want)
	case "^":
		return order >= 0 && compare(has[:1], want[:1]) == 0
	case "~", "~>", "~=":
		fixed := max(1, min(len(want)-1, n))
		return order >= 0 && compare(has[:fixed], want[:fixed]) == 0
	}
	return order == 0
}

func parts(version string) (list []int) {
	for part := range strings.SplitSeq(version, ".") {
		n, _ := strconv.Atoi(part)
		list = append(list, n)
	}
	return list
}

func compare(a, b []int) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i] - b[i]
		}
	}
	return 0
}

var inPath = lazily(`(?:python|ruby|php|java|jdk|node|perl)[-/@v]*(\d+(?:\.\d+)*)`)

// versionOf returns the version in the name of the program that path is a link to, such as python3.11, or "".
func versionOf(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	if m := inPath().FindStringSubmatch(real); m != nil && (strings.Contains(m[1], ".") || strings.Contains(real, "/j")) {
		return m[1]
	}
	return ""
}

// Installed returns the version of the program that the command runs, or that is first in path, as far as its name
// contains it.
func (p *Project) Installed(program, path string) string {
	names := []string{program, program + "3"}
	if len(p.Argv) > 0 && strings.HasPrefix(filepath.Base(p.Argv[0]), program) {
		names = p.Argv[:1]
	}
	for _, name := range names {
		for dir := range strings.SplitSeq(path, ":") {
			if strings.Contains(name, "/") {
				dir = p.WorkDir
			}
			file := filepath.Join(dir, name)
			if filepath.IsAbs(name) {
				file = name
			}
			if Existing(file) != "" {
				return versionOf(file)
			}
		}
	}
	return ""
}

// InPath reports whether one of the directories of a PATH has a program of that name.
func InPath(name, path string) bool {
	return slices.ContainsFunc(filepath.SplitList(path),
		func(dir string) bool { return Existing(filepath.Join(dir, name)) != "" })
}

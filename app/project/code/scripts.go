package code

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app/project/sources"
)

// runners run one script of package.json, and several are programs that run some, named one after the other.
var (
	runners = []string{"npm", "pnpm", "yarn", "bun"}
	several = []string{"run-s", "run-p", "npm-run-all", "concurrently", "conc"}
)

// withValue are options of runners that have a value, and inDir those whose value is a directory.
var (
	inDir     = []string{"--prefix", "-C", "--cwd", "--dir"}
	withValue = append([]string{"-w", "--workspace", "--filter", "-F"}, inDir...)
)

// script adds the script that the arguments of a runner name.
func (w *walk) script(words []string, dir string) {
	for i := 0; i < len(words); i++ {
		option, value, joined := strings.Cut(words[i], "=")
		switch {
		case slices.Contains(withValue, option):
			if !joined && i+1 < len(words) {
				i++
				value = words[i]
			}
			if slices.Contains(inDir, option) {
				dir = within(dir, value)
			}
		case strings.HasPrefix(option, "-"), option == "run", option == "run-script":
		default:
			w.named(words[i], dir)
			return
		}
	}
}

// scripts adds the scripts that a program runs which is given several names, with npm: before them or with *.
func (w *walk) scripts(words []string, dir string) {
	for _, word := range words {
		if word = strings.TrimPrefix(word, "npm:"); !strings.HasPrefix(word, "-") {
			w.named(word, dir)
		}
	}
}

// named adds the scripts with a name, and what runs before and after them.
func (w *walk) named(name, dir string) {
	at := sources.Project{Dir: filepath.Dir(dir), WorkDir: dir}
	pkg, file := at.PackageJSON()
	for _, script := range slices.Sorted(maps.Keys(pkg.Scripts)) {
		fits, _ := filepath.Match(name, script)
		if fits || script == "pre"+name || script == "post"+name {
			w.add(Step{Text: pkg.Scripts[script], Dir: filepath.Dir(file), File: file, Line: lineOf(file, script),
				Script: script})
		}
	}
}

// lineOf returns the line of a package.json that has a script.
func lineOf(file, script string) int {
	key := regexp.MustCompile(`"` + regexp.QuoteMeta(script) + `"\s*:`)
	for i, line := range strings.Split(sources.Read(file), "\n") {
		if key.MatchString(line) {
			return i + 1
		}
	}
	return 0
}

// ScriptDir returns the directory in which the package.json of a step is looked for.
func ScriptDir(step Step) string {
	list := step.Words()
	for i, word := range list {
		option, value, given := strings.Cut(word, "=")
		if !slices.Contains([]string{"--prefix", "--dir", "--cwd", "-C", "cd"}, option) {
			continue
		}
		if !given && i+1 < len(list) {
			value = list[i+1]
		}
		if filepath.IsAbs(value) {
			return filepath.Clean(value)
		}
		return filepath.Join(step.Dir, value)
	}
	return step.Dir
}

// WithScript returns the package.json files of the project with a script.
func (p *Workspace) WithScript(name string) (list []string) {
	p.Search(func(dir string) bool {
		if file := filepath.Join(dir, "package.json"); sources.Package(file).Scripts[name] != "" {
			list = append(list, p.Shown(file))
		}
		return false
	})
	return list
}

// NearestAbove returns the file of that name in dir or in the nearest directory above it, or "".
func NearestAbove(dir, name string) string {
	for ; ; dir = filepath.Dir(dir) {
		if path := sources.Existing(filepath.Join(dir, name)); path != "" || dir == filepath.Dir(dir) {
			return path
		}
	}
}

// HasProgram reports whether a directory or one above it has a program of a package of npm.
func (p *Workspace) HasProgram(dir, name string) bool {
	for ; ; dir = filepath.Dir(dir) {
		if sources.IsThere(filepath.Join(dir, "node_modules", ".bin", name)) {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

// ModuleFile returns the file of a Python module in the working directory, or "".
func (p *Workspace) ModuleFile(module string) string {
	for _, end := range []string{".py", "/__init__.py"} {
		if path := sources.Existing(filepath.Join(p.WorkDir, strings.ReplaceAll(module, ".", "/")) + end); path != "" {
			return path
		}
	}
	return ""
}

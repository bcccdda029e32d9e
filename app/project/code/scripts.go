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

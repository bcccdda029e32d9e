package files

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Option is an option with a number that a command has.
type Option struct {
	Name, Value string
	Where       string // "the command", or the script of package.json that has it
}

var numbered = lazily(`(?:^|\s)(--[a-z][\w-]*)[= ](\d[\w.]*)`)

// LimitOptions returns the options with a number of the command, of the scripts of package.json that it runs, and of
// NODE_OPTIONS in them.
func LimitOptions(p *Project) (list []Option) {
	pkg, file := p.PackageJSON()
	texts := map[string]string{"the command": strings.Join(p.Argv, " ")}
	for name, script := range pkg.Scripts {
		if slices.Contains(p.Argv, name) {
			texts["the script "+name+" of "+p.Shown(file)] = strings.ReplaceAll(script, "NODE_OPTIONS=", " ")
		}
	}
	for _, where := range slices.Sorted(maps.Keys(texts)) {
		for _, m := range numbered().FindAllStringSubmatch(texts[where], 20) {
			list = append(list, Option{m[1], m[2], where})
		}
	}
	return list
}

// ConfigOf returns the only file of the project with the configuration of a tool that does not lie in the working directory, by
// its name: knexfile.js, knex.config.js, .knexrc; or "".
func ConfigOf(p *Project, tool string) (found string) {
	named := regexp.MustCompile(`^(?:` + regexp.QuoteMeta(tool) + `(?:file|\.config|\.conf|-config)\.\w+|\.` + regexp.QuoteMeta(tool) + `rc(?:\.\w+)?)$`)
	n := 0
	p.Search(func(dir string) bool {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			if named.MatchString(e.Name()) && dir != p.WorkDir {
				found, n = filepath.Join(dir, e.Name()), n+1
			}
		}
		return false
	})
	if n != 1 || len(tool) < 3 {
		return ""
	}
	return found
}

package files

import (
	"maps"
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

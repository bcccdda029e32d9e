package lists

import (
	"slices"
	"strings"

	"devservers/app/project/survey"
	"devservers/app/transcript/text"
)

var (
	// goServes matches the declarations of commands that serve, by their names.
	goServes = text.Lazy(`(?:Use:\s*"|Name:\s*"|\bcommand:"|AddCommand\(")(serve|server|web|daemon|start|run)\b`)
	// goRoot matches the head of a program's root command, and rootRuns what it does alone.
	goRoot   = text.Lazy(`(?i:root)\w*\s*:?=\s*&cobra\.Command\{`)
	rootRuns = text.Lazy(`\n\s*RunE?:(?:[^\n]*\n){1,3}`)
)

// GoVerb returns the word that the program of Go in a directory of a module needs to serve, "" if it serves without
// one; ok is false if its sources show no such word.
func GoVerb(p *survey.Checkout, module, dir string) (verb string, ok bool) {
	files := p.Files(dir, 3, ".go")
	for _, file := range p.Files(dir, 0, ".go") { // with the packages that it starts
		files = append(files, goPackages(p, file)...)
	}
	if !slices.ContainsFunc(files, p.Subcommands) {
		return "", true
	}
	files = append(files, p.Files(module, 3, ".go")...)
	best := -1
	for _, file := range files {
		source := p.Read(".", file)
		if at := goRoot().FindStringIndex(source); at != nil {
			if run := rootRuns().FindString(block(source[at[1]:])); run != "" && !strings.Contains(run, "Help()") {
				return "", true
			}
		}
		for _, m := range goServes().FindAllStringSubmatch(source, -1) {
			if rank := slices.Index(goVerbs, m[1]); best < 0 || rank < best {
				best = rank
			}
		}
	}
	if best < 0 {
		return "", false
	}
	return goVerbs[best], true
}

// goVerbs are the names of commands that serve, the surest first.
var goVerbs = []string{"serve", "server", "web", "daemon", "start", "run"}

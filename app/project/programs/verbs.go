package programs

import (
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

var (
	// goServes matches the declarations of commands that serve, by their names, with what follows these.
	goServes = words.Lazy(`(?:Use:\s*"|[^g]\{\s*Name:\s*"|\bcommand:"|AddCommand\(")` +
		`(serve|server|web|api|http|daemon|start|run)([" ][^"\n]*)`)
	// goCommand matches the declaration of any command.
	goCommand = words.Lazy(`(?:Use:\s*"|[^g]\{\s*Name:\s*"|\bcommand:")([a-z][\w-]*)`)
	// goRoot matches the head of a program's root command, rootRuns and goActs what it does alone.
	goRoot   = words.Lazy(`(?i:root)\w*\s*:?=\s*&cobra\.Command\{`)
	rootRuns = words.Lazy(`\n\s*RunE?:(?:[^\n]*\n){1,3}`)
	goActs   = words.Lazy(`(?m)^\s*\w+\.Action\s*=`)
	// goVerbs are the names of commands that serve, the surest first.
	goVerbs = []string{"serve", "server", "web", "api", "http", "daemon", "start", "run"}
	// takesFile matches the argument of a command that is a file with settings, and isFile such a file.
	takesFile = words.Lazy(`(?i)[\[<]config[\w ._-]*[\]>]`)
	isFile    = words.Lazy(`(?i)^config(?:[._-]?(?:dev\w*|local))?\.(?:ya?ml|toml|json|ini)$`)
)

// GoVerb returns what the program of Go in a directory of a module needs on its command line to serve, "" if it serves
// without; ok is false if its sources show no such command.
func GoVerb(p *survey.Checkout, module, dir string) (verb string, ok bool) {
	files := Closure(p, dir)
	if !slices.ContainsFunc(files, func(f survey.Piece) bool { return p.Subcommands(f.File) }) {
		return "", true
	}
	best := len(goVerbs)
	for _, f := range files {
		if at := goRoot().FindStringIndex(f.Text); at != nil {
			if run := rootRuns().FindString(block(f.Text[at[1]:])); run != "" && !strings.Contains(run, "Help()") {
				return "", true
			}
		}
		if goActs().MatchString(f.Text) {
			return "", true
		}
		for _, m := range goServes().FindAllStringSubmatch(f.Text, -1) {
			if rank := slices.Index(goVerbs, m[1]); rank < best {
				best, verb = rank, m[1]
				if file := settingsFile(p, module); file != "" && takesFile().MatchString(m[2]) {
					verb += " " + file
				}
			}
		}
	}
	return verb, best < len(goVerbs)
}

// settingsFile returns the file of a directory with a program's settings, or "": the longest name is for development.
func settingsFile(p *survey.Checkout, dir string) (file string) {
	for _, e := range p.List(dir) {
		if isFile().MatchString(e.Name()) && len(e.Name()) > len(file) {
			file = e.Name()
		}
	}
	return file
}

package programs

import (
	"regexp"
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
	// goRoot matches the head of a program's root command, rootRuns and goActs what it does alone, unless it only helps.
	goRoot   = words.Lazy(`(?i:root)\w*\s*:?=\s*&cobra\.Command\{`)
	rootRuns = words.Lazy(`\n\s*RunE?:(?:[^\n]*\n){1,3}`)
	helps    = words.Lazy(`(?i)\b(?:help|usage|tips?)\(`)
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
	if !slices.ContainsFunc(files, func(f survey.Piece) bool { return hasCommands(f.Text) }) {
		return "", true
	}
	best := len(goVerbs)
	if told := toldVerb(p, module, dir); told != "" {
		return told, true
	}
	for _, f := range files {
		if !declares(f.Text) {
			continue
		}
		if at := goRoot().FindStringIndex(f.Text); at != nil {
			if run := rootRuns().FindString(block(f.Text[at[1]:])); run != "" && !helps().MatchString(run) {
				return "", true
			}
		}
		if strings.Contains(f.Text, "cli.") && goActs().MatchString(f.Text) {
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

// declares reports whether a source may declare commands of a command line.
func declares(source string) bool { return strings.Contains(source, "ommand") }

// tellers are the files in which a project says how its program is run while it is developed, the surest first.
var tellers = []string{"Makefile", "justfile", "Justfile", "Taskfile.yml", "Taskfile.yaml", ".mise.toml", "mise.toml",
	"CONTRIBUTING.md", "DEVELOPMENT.md", "DEVELOPING.md", "README.md", "docs/develop.md", "docs/development.md"}

// toldVerb returns the command that serves as a project's own files tell it to its program of Go, or "".
func toldVerb(p *survey.Checkout, module, dir string) string {
	at := regexp.QuoteMeta(strings.TrimPrefix(survey.Relative(module, dir), "./"))
	run := regexp.MustCompile(`\bgo run (?:-\S+ )*(?:\./)?` + at + `/?(?:(?:main)?\.go|\.\.\.)? ` +
		`((?:serve|server|web|api|http|daemon|start|run)(?:-[a-z]+)*)(?:[\s"'` + "`" + `]|$)`)
	for _, home := range []string{".", module} {
		for _, file := range tellers {
			if m := run.FindStringSubmatch(p.Read(home, file)); m != nil {
				return m[1]
			}
		}
	}
	return ""
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

// subcommands match sources of programs that do nothing without a word for what to do.
var subcommands = words.Lazy(`#\[derive\([^)]*\bSubcommand\b|#\[derive\([^)]*\bParser\b[^)]*\)\]\s*(?:#[^\n]*\s*)*(?:pub )?enum\b|\.subcommand\([^)]|#\[(?:clap|command)\(subcommand|\.AddCommand\(|\*cli\.Command\{|(?m:^var \w*(?:[cC]ommand|[cC]md)\w* = &cli\.Command\{)|\bcommand:"\w`)

// commandLine reports whether the program of Rust in a directory is a command line: alone it prints its help.
func commandLine(p *survey.Checkout, dir string) bool {
	return slices.ContainsFunc(p.Files(dir, 3, ".rs"), func(file string) bool { return hasCommands(p.Read(".", file)) })
}

// hasCommands reports whether a source declares commands of a command line.
func hasCommands(text string) bool {
	may := strings.Contains(strings.ToLower(text), "command") || strings.Contains(text, "Parser")
	return may && subcommands().MatchString(text)
}

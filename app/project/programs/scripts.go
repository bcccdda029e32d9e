package programs

import (
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/survey"
)

// Manifest is what is read of a package.json.
type Manifest struct {
	Name           string            `json:"name"`
	Scripts        map[string]string `json:"scripts"`
	PackageManager string            `json:"packageManager"`
	Workspaces     any               `json:"workspaces"`
	Bin            any               `json:"bin"`
	Dependencies   map[string]string `json:"dependencies"`
	Dev            map[string]string `json:"devDependencies"`
}

// DevScripts are the scripts that start a server for development, the best first.
var DevScripts = []string{"dev", "start:dev", "start:watch", "develop", "serve", "start"}

// DevScript returns the script of a package that starts its server for development, or "": of one that others run
// beside more, or restart after edits, the outermost.
func (m Manifest) DevScript() string {
	name := m.innerScript()
	for range len(m.Scripts) {
		i := slices.IndexFunc(slices.Sorted(maps.Keys(m.Scripts)), func(by string) bool { return m.leads(by, name) })
		if i < 0 || name == "" {
			break
		}
		name = slices.Sorted(maps.Keys(m.Scripts))[i]
	}
	return name
}

// leads reports whether a script runs another one that doesn't wait for changes itself, and starts it again after edits
// or runs it beside others.
func (m Manifest) leads(by, name string) bool {
	text := m.Scripts[by]
	beside := sideBySide().MatchString(text)
	return by != name && survey.ServesByName(by) && !survey.Checks(by) &&
		(!survey.Serves(m.Scripts[name]) || beside && slices.Contains(DevScripts, by)) &&
		(strings.Contains(text, "nodemon") || beside) &&
		slices.Contains(m.Named(text), name) && !m.Reaches(m.Scripts[name])[by]
}

// sideBySide matches programs that run several scripts of a package at once.
var sideBySide = words.Lazy(`\b(?:concurrently|run-p|npm-run-all\s[^&]*(?:-p|--parallel))\b`)

// runsTests matches a script that runs the one for tests.
var runsTests = words.Lazy(`^(?:npm|pnpm|yarn|bun)(?: run)? test\b`)

// Leading returns the variables that stand before a script's program.
func Leading(text string) (env [][2]string) {
	for _, word := range code.Words(text) {
		name, value, ok := strings.Cut(word, "=")
		switch {
		case word == "cross-env" || word == "env":
		case !ok || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "":
			return env
		default:
			env = append(env, [2]string{name, value})
		}
	}
	return env
}

// forUse reports whether a script starts what was built, while others start the sources: dev:web, dev:api.
func (m Manifest) forUse(text string) bool {
	return (strings.Contains(text, "NODE_ENV=production") || survey.RunsBuild(text)) &&
		slices.ContainsFunc(slices.Collect(maps.Keys(m.Scripts)), m.develops)
}

// aside matches the names of scripts for development that start something in another way, or prepare it.
var aside = words.Lazy(`(?i)prod|debug|inspect|profil|docker|test|e2e|db|mock|clean|build|setup|down|:.*:`)

// develops reports whether a script starts a part of the project for development, by its name and words.
func (m Manifest) develops(name string) bool {
	text, ok := strings.CutPrefix(name, "dev:")
	return ok && !aside().MatchString(text) && !aside().MatchString(name[3:]) && !survey.Ends(m.Scripts[name]) &&
		!survey.Checks(name) && !survey.Once(name, m.Scripts[name]) && !Runners().MatchString(m.Scripts[name])
}

func (m Manifest) innerScript() string {
	best := ""
	for _, name := range DevScripts {
		text := m.Scripts[name]
		last := text
		if led := m.Last(text); led != text {
			last = strings.Join(survey.Last(led), " ")
		}
		switch {
		case text == "", runsTests().MatchString(text), name == "start" && m.forUse(text),
			survey.Ends(last) && (name != "dev" || !strings.Contains(text, "dev.config")):
		case name != "serve" || !Previews().MatchString(text):
			return name
		default:
			best = name
		}
	}
	if watch := m.Scripts["watch"]; best == "" && survey.Watches(watch) && (survey.Ends(m.Last(m.Scripts["dev"])) ||
		runsSource().MatchString(watch)) { // what dev does once, or a program
		return "watch"
	}
	for _, name := range slices.Sorted(maps.Keys(m.Scripts)) {
		switch {
		case !survey.Serves(m.Scripts[name]) || strings.Contains(name, "preview"):
		case strings.Contains(name, "dev"):
			return name
		case best == "":
			best = name
		}
	}
	return best
}

// runsSource matches what runs a source of JavaScript again each time that it changes.
var runsSource = words.Lazy(`^(?:node --watch\S*|nodemon|tsx watch|ts-node-dev|bun --(?:watch|hot))\s`)

// Last returns the line of the script to which a line that only runs another one leads, or the line.
func (m Manifest) Last(line string) string {
	for range mostScripts {
		words := code.Words(line)
		if len(words) != 3 || words[1] != "run" || m.Scripts[words[2]] == "" ||
			strings.Contains(m.Scripts[words[2]], " exec ") { // a program of another package
			break
		}
		line = m.Scripts[words[2]]
	}
	return line
}

// Previews match scripts that serve what was built.
var Previews = words.Lazy(`\b(?:vite preview|docusaurus serve|gatsby serve|serve -s|` +
	`serve build|serve dist|http-server|nuxt preview)\b`)

// Runners run several scripts in parallel, or scripts of other packages.
var Runners = words.Lazy(`(?:^|[\s"'&;])(?:concurrently|npm-run-all|run-p|run-s|turbo|nx|lerna|wireit)\b` +
	`|bun\s.*(?:--filter|-F)\b|pnpm\s.*(-r|--recursive|--parallel|--filter)\b` +
	`|pnpm\s(?:[^&;|]*\s)?["']?/[^"'\s]+/["']?(?:\s|$)` +
	`|npm\s.*(--workspaces|-ws|--workspace|-w)\b|yarn\s+workspaces?\b`)

// named matches runners to which each word is a script.
var named = words.Lazy(`^(?:npm-run-all2?|run-[ps])\s`)

// pattern matches the expression with which pnpm is told which scripts it runs side by side.
var pattern = words.Lazy(`\bpnpm\s(?:[^&;]*?\s)?["']?/([^"'\s]+)/["']?(?:\s|$)`)

// Named returns the scripts of the package that a text names as words, patterns such as npm:dev:* included.
func (m Manifest) Named(text string) (names []string) {
	for _, quoted := range pattern().FindAllStringSubmatch(text, -1) {
		re, err := regexp.Compile(quoted[1])
		for _, name := range slices.Sorted(maps.Keys(m.Scripts)) {
			if err == nil && re.MatchString(name) {
				names = append(names, name)
			}
		}
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\"'`,;&|()", r) }) {
		for _, prefix := range []string{"npm:", "pnpm:", "yarn:", "bun:"} {
			word = strings.TrimPrefix(word, prefix)
		}
		if strings.Trim(word, "*") == "" { // all packages
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(m.Scripts)) {
			bare := m.Scripts[name] == name && !named().MatchString(text)
			if ok, err := path.Match(word, name); err == nil && ok && !bare {
				names = append(names, name)
			}
		}
	}
	return names
}

// shortNames are better names for servers than their programs' names.
var shortNames = map[string]string{"ng": "angular", "react-scripts": "react", "react-app-rewired": "react",
	"craco": "react", "vue-cli-service": "vue", "react-router": "web", "http-server": "web", "serve": "web"}

// ServerName is the name of the server that a script starts: the directory's, or what the script runs, or the
// script's own.
func (m Manifest) ServerName(dir, script string, only bool) string {
	if !only {
		_, name, ok := strings.Cut(script, ":")
		if !ok {
			name = script
		}
		return name
	}
	if dir != "." {
		return path.Base(dir)
	}
	if program := code.ProgramOf(survey.Last(m.Scripts[script])); len(program) > 0 {
		if t, ok := code.FindTool(survey.Last(m.Scripts[script])); ok && (t.Port > 0 || survey.Watches(m.Scripts[script])) {
			return cmp.Or(shortNames[program[0]], program[0])
		}
	}
	return "web"
}

// scriptRunner matches programs that run scripts of package.json.
var scriptRunner = words.Lazy(`\b(?:npm|pnpm|yarn|bun)\s`)

// Reaches returns the scripts that a line runs, and those that they run.
func (m Manifest) Reaches(line string) map[string]bool {
	reached := map[string]bool{}
	var visit func(line string)
	visit = func(line string) {
		if !scriptRunner().MatchString(line) && !Runners().MatchString(line) {
			return
		}
		for _, name := range m.Named(line) {
			if !reached[name] {
				reached[name] = true
				visit(m.Scripts[name])
			}
		}
	}
	visit(line)
	return reached
}

// NodeCommand reports whether a command is one of JavaScript's tools.
func NodeCommand(command string) bool {
	list := code.Words(command)
	return len(list) > 0 && (strings.Contains(list[0], modules) || slices.Contains([]string{"npm", "pnpm", "yarn", "bun",
		"node", "npx", "next", "nuxt", "nodemon", "tsx", "ts-node"}, list[0]))
}

// modules is where npm puts the programs of packages.
const modules = "node_modules/.bin/"

// OfPackage returns a line without the directory of npm's programs, if it starts one: by its path, or by a name that
// package.json lists.
func OfPackage(p *survey.Checkout, dir, line string) (bare string, ok bool) {
	var m Manifest
	bare = strings.TrimPrefix(strings.TrimPrefix(line, "./"), modules)
	program, _, _ := strings.Cut(bare, " ")
	listed := p.JSON(dir, "package.json", &m) && m.Dependencies[program]+m.Dev[program] != ""
	return bare, listed || strings.HasPrefix(strings.TrimPrefix(line, "./"), modules)
}

// LeadsTo reports whether the script of a directory's package that a command runs runs another one, or is run by it.
func LeadsTo(p *survey.Checkout, dir, command, script string) bool {
	var m Manifest
	if !p.JSON(dir, "package.json", &m) {
		return false
	}
	return m.Reaches(command)[script] || slices.ContainsFunc(m.Named(command), func(own string) bool {
		return m.Reaches(m.Scripts[script])[own]
	})
}

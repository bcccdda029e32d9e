package programs

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/command"
	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/survey"
)

// Package is the package.json of a directory, in its project.
type Package struct {
	*survey.Checkout
	Manifest
	Dir string
}

// Entry returns the source that a script runs directly, or "".
func (p Package) Entry(script string) string {
	words := survey.Last(Told(p.Checkout, p.Dir, "", script))
	named := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !Script(word) }) // also by a wrapper
	if files := Operands(p.Checkout, p.Dir, append(code.ProgramOf(words), named...)); len(files) > 0 {
		return files[0]
	}
	return ""
}

// Found reports whether a directory is one of those that are looked at, and has a package.json.
func (p Package) Found(dir string) bool {
	return slices.Contains(p.Dirs, filepath.Clean(dir)) && p.Has(dir, "package.json")
}

// ElsewhereIn matches the directory in which a package manager runs a script.
var ElsewhereIn = words.Lazy(`\s(?:--prefix|-C|--cwd|--dir)[= ]([\w./-]+)`)

// Parallel returns the scripts that a script runs side by side, without scripts of other packages and those that it
// gives arguments, or the script itself. above are the scripts that led to it.
func (p Package) Parallel(script, text string, above []string) (names []string) {
	if l, err := command.ParseLine(text); err == nil && l.Dir != "" && p.Found(filepath.Join(p.Dir, l.Dir)) {
		return nil // found there
	}
	if at := ElsewhereIn().FindStringSubmatch(text); at != nil && p.Found(filepath.Join(p.Dir, at[1])) {
		return nil
	}
	if !Runners().MatchString(text) {
		return []string{script}
	}
	above = append(above, script)
	for _, name := range p.Named(strings.Join(survey.Last(withoutOwn(text)), " ")) {
		if !slices.Contains(above, name) && !survey.Ends(p.Manifest.Scripts[name]) {
			for _, part := range p.Parallel(name, p.Manifest.Scripts[name], above) {
				if !slices.Contains(names, part) {
					names = append(names, part)
				}
			}
		}
	}
	return names
}

// Besides returns the scripts that the servers of a package don't run and that stay: builds beside a server that has
// none, servers beside a build, and programs with another source, or another name for their tool.
func (p Package) Besides(script string, parts []string) (more []string) {
	names := slices.Sorted(maps.Keys(p.Manifest.Scripts))
	slices.SortStableFunc(names, func(a, b string) int { // of two ways to start one program, the one that waits
		return last(!survey.Watches(p.Manifest.Scripts[a])) - last(!survey.Watches(p.Manifest.Scripts[b]))
	})
	for _, name := range names {
		text := p.Manifest.Scripts[name]
		if name == script || slices.Contains(parts, name) || otherWay().MatchString(name) ||
			survey.Checks(name+" "+text) || survey.RunsBuild(text) ||
			p.Reaches(p.Manifest.Scripts[script])[name] || p.within(append(parts, more...), name) ||
			Runners().MatchString(text) || !p.stays(name, script, parts) {
			continue
		}
		entry := p.Entry(text)
		if entry == "" || entry != p.Entry(p.Manifest.Scripts[script]) && !slices.ContainsFunc(append(parts, more...),
			func(other string) bool { return p.Entry(p.Manifest.Scripts[other]) == entry }) {
			more = append(more, name)
		}
	}
	slices.Sort(more)
	return more
}

// otherWay matches the names of scripts that start a program as others do, only for a debugger.
var otherWay = words.Lazy(`(?:^|[:_-])(?:debug|inspect)(?:$|[:_-])`)

func last(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// stays reports whether a script starts a program of its own beside those of a package.
func (p Package) stays(name, script string, parts []string) bool {
	text, served, same := p.Manifest.Scripts[name], false, false
	tool, known := code.FindTool(survey.Last(text))
	main, builds := code.FindTool(survey.Last(p.Manifest.Scripts[script]))
	for _, part := range append(parts, script) {
		t, _ := code.FindTool(survey.Last(p.Manifest.Scripts[part]))
		served, same = served || t.Port > 0, same || t == tool
	}
	entry, own := p.Entry(text), ownName().MatchString(name)
	switch {
	case strings.HasPrefix(script, "dev:") && p.develops(name):
		return !same || tool.Words == ""
	case survey.Serves(text):
		return !same && (own || builds && main.Port == 0 && !served && !Previews().MatchString(text))
	case survey.Watches(text) && entry == "":
		return known && !served && !p.runsSources(parts, text) || !known && !strings.Contains(text, "&") &&
			p.another(text, p.Manifest.Scripts[script])
	case entry == "":
		return false
	case survey.Watches(text):
		return true
	}
	return (own || survey.HasJobs(name)) && !survey.Once(name, text) && Stays(p.Checkout, entry)
}

// runsSources reports whether what a compiler of TypeScript would write isn't what scripts run: they run its sources.
func (p Package) runsSources(scripts []string, compiler string) bool {
	t, _ := code.FindTool(survey.Last(compiler))
	return t.Words == "tsc *" && slices.ContainsFunc(scripts, func(name string) bool {
		return strings.Contains(path.Ext(p.Entry(p.Manifest.Scripts[name])), ".ts")
	})
}

// another reports whether a line tells the program of a script to run something else, too: nest start worker --watch.
func (p Package) another(line, script string) bool {
	one, other := code.ProgramOf(survey.Last(line)), code.ProgramOf(survey.Last(script))
	return len(one) > 2 && len(other) > 1 && one[0] == other[0] && survey.Watches(script) &&
		len(Verbs(one)) > len(Verbs(other)) && slices.Equal(Verbs(one)[:len(Verbs(other))], Verbs(other))
}

// ownName matches the names of scripts for a program of its own beside another one.
var ownName = words.Lazy(`^(?:(?:dev|start|serve|run|watch)[:_-])?(?:api|server|backend|bots?|ws|websockets?|sockets?|` +
	`realtime|gateway|graphql|mocks?|crons?)(?:[:_-](?:dev|start|serve|server|api|watch))?$`)

// within reports whether one of the scripts runs another one, or does the same.
func (p Package) within(parts []string, name string) bool {
	return slices.ContainsFunc(parts, func(part string) bool {
		return p.Reaches(p.Manifest.Scripts[part])[name] || slices.Equal(survey.Last(p.Manifest.Scripts[part]),
			survey.Last(p.Manifest.Scripts[name]))
	})
}

// listening matches calls of JavaScript that open a server.
var listening = words.Lazy(`\.listen\(|\b[cC]reate(?:Secure)?Server\(|\bserve\(`)

// NoServer says why a script starts no server, or "".
func (p Package) NoServer(script string) string {
	switch line := p.Manifest.Scripts[script]; {
	case script == "start" && p.endsAlone(line):
		return "its source opens no server, so it ends by itself"
	case script == "start" && strings.Contains(line, "NODE_ENV=production") && strings.Contains(line, "node ") &&
		p.Entry(line) == "":
		return "it runs what a build has made"
	case path.Base(p.Dir) == "docker":
		return "it is for a container"
	case p.Dir != "." && windows().MatchString(line):
		return lists.OpensWindow
	case p.isCommand(line):
		return "it is a command line, and opens no server"
	}
	return ""
}

// windows matches scripts that start a program with a window of its own.
var windows = words.Lazy(`(?:^|[\s/])(?:electron(?:-forge start|mon)?|nw)(?:\s+\.|\s*$)`)

// isCommand reports whether a script runs a package's own command, which opens no server.
func (p Package) isCommand(script string) bool {
	entry := p.Entry(script)
	return p.Bin != nil && entry != "" && (Script(entry) || !survey.Watches(script)) &&
		!slices.ContainsFunc(code.ProgramOf(survey.Last(script)), survey.ServesByName) && // as its source is told
		!slices.ContainsFunc(Reached(p.Checkout, entry), func(file string) bool {
			return listening().MatchString(p.Read(".", file))
		})
}

// endsAlone reports whether a script runs a source of the project that neither opens a server nor waits for anything.
func (p Package) endsAlone(script string) bool {
	program := code.ProgramOf(survey.Last(script))
	if len(program) < 2 || !slices.Contains([]string{"node", "tsx", "ts-node", "bun", "babel-node"}, program[0]) {
		return false
	}
	files := Operands(p.Checkout, p.Dir, program[1:])
	return len(files) > 0 && !survey.Watches(script) &&
		!slices.ContainsFunc(append(files, p.Files(p.Dir, 3, survey.SourceExts...)...), func(file string) bool {
			return waits(p.Read(".", file))
		})
}

// startsBuilt matches how a build starts what it has built, again after each edit.
var startsBuilt = words.Lazy(`(?i)onSuccess|\b(?:run-?node|nodemon|run-?script|start-?server|\w*shell)-?(?:webpack-?)?plugin|` +
	`run-script-webpack|run-node-webpack|plugin-run\b`)

// quoted matches the name of a source in a configuration.
var quoted = words.Lazy(`["'](\.{0,2}/?[\w./-]+\.[cm]?[jt]sx?)["']`)

// Built returns the sources of the program that the build which a line runs in a directory starts.
func Built(p *survey.Checkout, dir, line string) (entries []string) {
	program, starts := append(code.ProgramOf(survey.Last(line)), ""), startsBuilt().MatchString(line)
	names := []string{"src/index.ts", "src/main.ts", "src/server.ts"}
	for _, e := range p.List(dir) {
		if strings.HasPrefix(e.Name(), program[0]+".") && survey.ToolConfig(e.Name()) {
			starts = starts || startsBuilt().MatchString(p.Read(dir, e.Name()))
			for _, m := range quoted().FindAllStringSubmatch(p.Read(dir, e.Name()), -1) {
				names = append(names, m[1])
			}
		}
	}
	for _, file := range Operands(p, dir, names) {
		if starts && slices.ContainsFunc(Reached(p, file), func(at string) bool {
			return listening().MatchString(p.Read(".", at))
		}) {
			entries = append(entries, file)
		}
	}
	return entries
}

// hot matches how a program serves sources through a tool that replaces them in the browser.
var hot = words.Lazy(`\bmiddlewareMode\b|webpack-(?:dev|hot)-middleware`)

// Hot reports whether sources start a program that lets a tool replace changed sources: a restart would lose pages.
func Hot(p *survey.Checkout, entries []string) bool {
	return slices.ContainsFunc(entries, func(entry string) bool {
		return slices.ContainsFunc(Reached(p, entry), func(at string) bool { return hot().MatchString(p.Read(".", at)) })
	})
}

// denoServes matches how a program of Deno opens its server.
var denoServes = words.Lazy(`\bDeno\.serve\(|\bfrom "(?:\$?fresh(?:/\w+\.ts)?|@oak/oak|\$std/http\S*|jsr:@fresh/\S+)"`)

// DenoServes reports whether a line starts a program of Deno that opens a server.
func DenoServes(p *survey.Checkout, dir, line string) bool {
	words := survey.Last(line)
	return slices.Contains(words, "serve") || slices.ContainsFunc(Operands(p, dir, words), func(file string) bool {
		return slices.ContainsFunc(Reached(p, file), func(at string) bool {
			return denoServes().MatchString(p.Read(".", at))
		})
	})
}

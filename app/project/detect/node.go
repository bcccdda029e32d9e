package detect

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/transcript/text"
)

// devScripts are the scripts that start a server for development, the best first.
var devScripts = []string{"dev", "start:dev", "develop", "serve", "start"}

// node proposes the servers of a package.json: its script for development, or those that this runs side by side.
func (p *project) node(dir string) (servers []ProposedServer) {
	var m manifest
	if !p.json(dir, "package.json", &m) {
		return nil
	}
	for _, script := range devScripts {
		text := m.Scripts[script]
		if text == "" {
			continue
		}
		parts := p.parallel(dir, m, script, text)
		for _, part := range parts {
			servers = append(servers, p.scriptServer(dir, m, part, len(parts) == 1))
		}
		return servers
	}
	return p.nodeProgram(dir)
}

// nodeProgram proposes the program of a package without a script for it, if it opens a server.
func (p *project) nodeProgram(dir string) []ProposedServer {
	for _, file := range []string{"server.js", "app.js", "index.js"} {
		if strings.Contains(p.read(dir, file), ".listen(") {
			e := ProposedServer{Name: nameIn(dir, "web"), Command: "node " + file, Dir: below(dir),
				From: filepath.Join(dir, file)}
			p.settle(&e)
			return []ProposedServer{e}
		}
	}
	return nil
}

// runners run several scripts in parallel, or scripts of other packages.
var runners = text.Lazy(`(?:^|[\s"'&;])(?:concurrently|npm-run-all|run-p|run-s|turbo|nx|lerna|wireit)\b|pnpm\s.*(-r|--recursive|--parallel|--filter)\b|npm\s.*(--workspaces|-ws|--workspace|-w)\b|yarn\s+workspaces?\b`)

// parallel returns the scripts that a script runs side by side, without scripts of other packages, or the script
// itself.
func (p *project) parallel(dir string, m manifest, script, text string) (names []string) {
	if !runners().MatchString(text) {
		if l, err := parseLine(text); err == nil && l.dir != "" && p.has(filepath.Join(dir, l.dir), "package.json") {
			return nil // found there
		}
		return []string{script}
	}
	for _, name := range named(m, text) {
		own := m.Scripts[name]
		l, err := parseLine(own)
		elsewhere := err == nil && l.dir != "" || runners().MatchString(own) || strings.Contains(own, "--prefix") ||
			strings.Contains(own, " -C ") || strings.Contains(own, "--cwd")
		if name != script && !elsewhere && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// named returns the scripts of the package that a text names as words, patterns such as npm:dev:* included.
func named(m manifest, text string) (names []string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\"'`,;&|()", r) }) {
		for _, prefix := range []string{"npm:", "pnpm:", "yarn:", "bun:"} {
			word = strings.TrimPrefix(word, prefix)
		}
		for _, name := range sorted(m.Scripts) {
			if ok, err := path.Match(word, name); err == nil && ok {
				names = append(names, name)
			}
		}
	}
	return names
}

func (p *project) scriptServer(dir string, m manifest, script string, only bool) ProposedServer {
	manager, lock := p.manager(dir)
	e := ProposedServer{Name: nodeName(dir, m, script, only), Command: runs(manager, script), Dir: below(dir),
		From: filepath.Join(dir, "package.json") + ": scripts." + script}
	if lock != "" {
		e.From += " (" + path.Base(lock) + ")"
	}
	p.settle(&e)
	return e
}

// shortNames are better names for servers than their programs' names.
var shortNames = map[string]string{"ng": "angular", "react-scripts": "react", "vue-cli-service": "vue",
	"react-router": "web", "http-server": "web", "serve": "web"}

// nodeName is the directory's name, or what the script runs, or the script's own.
func nodeName(dir string, m manifest, script string, only bool) string {
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
	if program := code.ProgramOf(last(m.Scripts[script])); len(program) > 0 {
		if t, ok := code.FindTool(last(m.Scripts[script])); ok && t.Port > 0 {
			return cmp.Or(shortNames[program[0]], program[0])
		}
	}
	return "web"
}

// nodeTasks are scripts that are worth a task.
var nodeTasks = []string{"build", "test", "lint", "typecheck", "type-check", "check-types", "check", "migrate",
	"db:migrate", "db:push", "db:seed", "seed", "generate"}

// watches matches test runners that wait for changes on a terminal instead of ending.
var watches = text.Lazy(`^\s*(vitest|react-scripts test|vue-cli-service test:unit|ng test)\b`)

func (p *project) nodeTasks(dir string) (tasks []ProposedServer) {
	var m manifest
	if !p.json(dir, "package.json", &m) {
		return nil
	}
	manager, _ := p.manager(dir)
	tasks = append(tasks, ProposedServer{Name: "install", Command: manager + " install", Dir: below(dir),
		From: filepath.Join(dir, "package.json")})
	for _, name := range nodeTasks {
		text := m.Scripts[name]
		if text == "" || strings.Contains(text, "no test specified") || strings.Contains(text, "--watch") {
			continue
		}
		e := ProposedServer{Name: strings.ReplaceAll(name, ":", "-"), Command: manager + " run " + name, Dir: below(dir),
			From: filepath.Join(dir, "package.json") + ": scripts." + name}
		if watches().MatchString(text) {
			e.Env = []Var{{"CI", "true"}}
		}
		tasks = append(tasks, e)
	}
	return tasks
}

package detect

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// node proposes the servers of a package.json: its script for development, or those that this runs side by side, and
// what else of its scripts waits for changes.
func (p *project) node(dir string) (servers []ProposedServer) {
	var m programs.Manifest
	if !p.JSON(dir, "package.json", &m) && dir != "." {
		return nil
	}
	script := m.DevScript()
	if script == "" {
		servers = p.nodeProgram(dir)
	}
	var parts []string
	pkg := programs.Package{Checkout: p.Checkout, Manifest: m, Dir: dir}
	if script == "" {
	} else if why := pkg.NoServer(script); why != "" {
		p.leave(path.Join(dir, "package.json") + ": scripts." + script + " is left out: " + why + ": " + m.Scripts[script])
	} else if parts = pkg.Parallel(script, m.Last(m.Scripts[script]), nil); len(parts) == 0 &&
		!p.elsewhere(dir, m.Last(m.Scripts[script])) {
		parts = []string{script}
	}
	alone := len(parts) == 1
	parts = append(parts, pkg.Besides(script, parts)...)
	for _, part := range parts {
		e := p.scriptServer(dir, m, part, alone && part == parts[0])
		if slices.Contains(m.Named(m.Scripts[script]), part) {
			e.leading(m.Scripts[script])
			e.Before = append(e.Before, programs.Steps(m.Scripts[script], m.Scripts[part])...)
		}
		servers = append(servers, e)
	}
	return servers
}

// elsewhere reports whether what a script starts is found in other directories: the packages of a workspace.
func (p *project) elsewhere(dir, text string) bool {
	return len(code.Words(text)) == 0 || strings.Contains(text, "concurrently") || !programs.Runners().MatchString(text) ||
		slices.ContainsFunc(p.Dirs, func(at string) bool {
			var m programs.Manifest
			return at != dir && p.JSON(at, "package.json", &m) && m.DevScript() != "" || len(p.nx(at)) > 0
		})
}

// nodeProgram proposes the program of a package without a script for it, if it opens a server.
func (p *project) nodeProgram(dir string) []ProposedServer {
	e := ProposedServer{Name: nameIn(dir, "web"), Dir: below(dir)}
	names := []string{"server", "app", "index", "main", "src/server", "src/app", "src/index", "src/main"}
	for _, ext := range []string{".js", ".mjs", ".ts", ".tsx"} {
		for _, name := range names {
			if found := p.script(dir, e, "bun --watch ", "Bun.serve(", name+ext); found != nil {
				return found
			}
			if found := p.script(dir, e, "node --watch ", ".listen(", name+ext); found != nil && strings.HasSuffix(ext, "js") {
				return found
			}
		}
	}
	return nil
}

func (p *project) scriptServer(dir string, m programs.Manifest, script string, only bool) ProposedServer {
	manager, lock := p.Manager(dir)
	e := ProposedServer{Name: m.ServerName(dir, script, only), Command: programs.RunScript(manager, script),
		Dir: below(dir), From: filepath.Join(dir, "package.json") + ": scripts." + script}
	if lock != "" {
		e.From += " (" + path.Base(lock) + ")"
	}
	p.settle(&e)
	return e
}

// nodeTasks are scripts that are worth a task.
var nodeTasks = []string{"build", "test", "lint", "typecheck", "type-check", "check-types", "check", "migrate",
	"db:migrate", "db:push", "db:seed", "seed", "generate"}

func (p *project) nodeTasks(dir string) (tasks []ProposedServer) {
	var m programs.Manifest
	if !p.JSON(dir, "package.json", &m) {
		return nil
	}
	manager, _ := p.Manager(dir)
	tasks = append(tasks, ProposedServer{Name: "install", Command: manager + " install", Dir: below(dir),
		From: filepath.Join(dir, "package.json")})
	for _, name := range nodeTasks {
		text := m.Scripts[name]
		if text == "" || strings.Contains(text, "no test specified") || strings.Contains(text, "--watch") {
			continue
		}
		e := ProposedServer{Name: strings.ReplaceAll(name, ":", "-"), Command: manager + " run " + name, Dir: below(dir),
			From: filepath.Join(dir, "package.json") + ": scripts." + name}
		if survey.WatchesTests(text) {
			e.Env = []Var{{"CI", "true"}}
		}
		tasks = append(tasks, e)
	}
	return tasks
}

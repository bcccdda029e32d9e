package detect

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/survey"
	"devservers/app/transcript/text"
)

// entry returns the source that a script runs directly, or "".
func (p *project) entryOf(dir, text string) string {
	if files := p.operands(dir, code.ProgramOf(survey.Last(text))); len(files) > 0 {
		return files[0]
	}
	return ""
}

// node proposes the servers of a package.json: its script for development, or those that this runs side by side, and
// what else of its scripts waits for changes.
func (p *project) node(dir string) (servers []ProposedServer) {
	var m lists.Manifest
	if !p.JSON(dir, "package.json", &m) && dir != "." {
		return nil
	}
	script := m.DevScript()
	if script == "" {
		servers = p.nodeProgram(dir)
	}
	var parts []string
	if script == "" {
	} else if script == "start" && p.endsAlone(dir, m.Scripts[script]) {
		p.leave(filepath.Join(dir, "package.json") +
			": scripts.start is left out: its source opens no server, so it ends by " + "itself: " + m.Scripts[script])
	} else if parts = p.parallel(dir, m, script, m.Scripts[script], nil); len(parts) == 0 &&
		!p.elsewhere(dir, m.Scripts[script]) {
		parts = []string{script}
	}
	alone := len(parts) == 1
	parts = append(parts, p.besides(dir, m, script, parts)...)
	for _, part := range parts {
		e := p.scriptServer(dir, m, part, alone && part == parts[0])
		if slices.Contains(m.Named(m.Scripts[script]), part) {
			e.leading(m.Scripts[script])
		}
		servers = append(servers, e)
	}
	return servers
}

// elsewhere reports whether what a script starts is found in other directories: the packages of a workspace.
func (p *project) elsewhere(dir, text string) bool {
	return len(code.Words(text)) == 0 || strings.Contains(text, "concurrently") || !lists.Runners().MatchString(text) ||
		slices.ContainsFunc(p.Dirs, func(at string) bool {
			var m lists.Manifest
			return at != dir && p.JSON(at, "package.json", &m) && m.DevScript() != "" || len(p.nx(at)) > 0
		})
}

// besides returns the scripts that wait for changes of sources and that the servers of a package don't run: builds
// beside a server that has none, and programs with another entry.
func (p *project) besides(dir string, m lists.Manifest, script string, parts []string) (more []string) {
	for _, name := range sorted(m.Scripts) {
		text := m.Scripts[name]
		if name == script || slices.Contains(parts, name) || !survey.Watches(text) || survey.Serves(text) ||
			survey.Checks(name+" "+text) || slices.Contains(m.Named(m.Scripts[script]), name) ||
			p.within(m, append(parts, more...), name) || lists.Runners().MatchString(text) {
			continue
		}
		entry := p.entryOf(dir, text)
		_, known := code.FindTool(survey.Last(text))
		builds := known && !slices.ContainsFunc(append(parts, script), func(part string) bool {
			return survey.Serves(m.Scripts[part])
		})
		if builds || entry != "" && entry != p.entryOf(dir, m.Scripts[script]) && !p.same(dir, m, parts, entry) {
			more = append(more, name)
		}
	}
	return more
}

// same reports whether one of the scripts runs a source.
func (p *project) same(dir string, m lists.Manifest, scripts []string, entry string) bool {
	return slices.ContainsFunc(scripts, func(name string) bool { return p.entryOf(dir, m.Scripts[name]) == entry })
}

// within reports whether one of the scripts runs another one, or does the same.
func (p *project) within(m lists.Manifest, parts []string, name string) bool {
	return slices.ContainsFunc(parts, func(part string) bool {
		return slices.Contains(m.Named(m.Scripts[part]), name) || slices.Equal(survey.Last(m.Scripts[part]),
			survey.Last(m.Scripts[name]))
	})
}

// stays matches sources of programs that run until they are stopped, though they open no port.
var stays = text.Lazy(`setInterval\(|\.login\(|\.on\(|\bWorker\(|subscribe\(|consume\(|\.process\(|createServer|while\s*\(true\)|\.launch\(|\.start\(`)

// endsAlone reports whether a script runs a source of the project that neither opens a server nor waits for anything.
func (p *project) endsAlone(dir, script string) bool {
	program := code.ProgramOf(survey.Last(script))
	if len(program) < 2 || !slices.Contains([]string{"node", "tsx", "ts-node", "bun", "babel-node"}, program[0]) {
		return false
	}
	files := p.operands(dir, program[1:])
	if len(files) == 0 || survey.Watches(script) {
		return false
	}
	for _, file := range append(files, p.Files(dir, 3, survey.SourceExts...)...) {
		if text := p.Read(".", file); survey.Opens(text) || stays().MatchString(text) {
			return false
		}
	}
	return true
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

// parallel returns the scripts that a script runs side by side, without scripts of other packages, or the script
// itself. above are the scripts that led to it.
func (p *project) parallel(dir string, m lists.Manifest, script, text string, above []string) (names []string) {
	if l, err := lists.ParseLine(text); err == nil && l.Dir != "" && p.found(filepath.Join(dir, l.Dir)) {
		return nil // found there
	}
	if at := elsewhereIn().FindStringSubmatch(text); at != nil && p.found(filepath.Join(dir, at[1])) {
		return nil
	}
	if !lists.Runners().MatchString(text) {
		return []string{script}
	}
	above = append(above, script)
	for _, name := range m.Named(strings.Join(survey.Last(text), " ")) {
		if !slices.Contains(above, name) && !survey.Ends(m.Scripts[name]) {
			for _, part := range p.parallel(dir, m, name, m.Scripts[name], above) {
				if !slices.Contains(names, part) {
					names = append(names, part)
				}
			}
		}
	}
	return names
}

// elsewhereIn matches the directory in which a package manager runs a script.
var elsewhereIn = text.Lazy(`\s(?:--prefix|-C|--cwd|--dir)[= ]([\w./-]+)`)

// found reports whether a directory is one of those that are looked at, and has a package.json.
func (p *project) found(dir string) bool {
	return slices.Contains(p.Dirs, filepath.Clean(dir)) && p.Has(dir, "package.json")
}

func (p *project) scriptServer(dir string, m lists.Manifest, script string, only bool) ProposedServer {
	manager, lock := p.Manager(dir)
	e := ProposedServer{Name: m.ServerName(dir, script, only), Command: lists.RunScript(manager, script), Dir: below(dir),
		From: filepath.Join(dir, "package.json") + ": scripts." + script}
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
	var m lists.Manifest
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

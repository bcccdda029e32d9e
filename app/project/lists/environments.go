package lists

import (
	"strings"

	"github.com/pelletier/go-toml/v2"

	"devservers/app/config/command"
)

// CursorEnvironment reads .cursor/environment.json: the terminals of Cursor's cloud agents, and what they install.
func CursorEnvironment(dir string) (List, bool) {
	const name = ".cursor/environment.json"
	l := List{File: name}
	doc := tree(parseJSON(read(dir, name)))
	items, _ := doc["terminals"].([]any)
	for _, item := range items {
		m, _ := item.(map[string]any)
		l.command(tree(m).text("name"), tree(m).text("command"), name, false)
	}
	l.setup(name, doc.text("install"))
	l.ports(doc["ports"])
	return l, len(l.Processes) > 0
}

// CodexEnvironment reads .codex/environments/environment.toml: the actions of the Codex app, and what a new worktree
// runs first.
func CodexEnvironment(dir string) (List, bool) {
	const name = ".codex/environments/environment.toml"
	l, doc := List{File: name}, map[string]any{}
	if content := read(dir, name); content == nil || toml.Unmarshal(content, &doc) != nil {
		return l, false
	}
	items, _ := doc["actions"].([]any)
	for _, item := range items {
		m, _ := item.(map[string]any)
		l.command(tree(m).text("name"), tree(m).text("command"), name, tree(m).text("icon") != "run")
	}
	l.setup(name, tree(doc).at("setup").text("script"))
	return l, len(l.Processes) > 0
}

// Conductor reads conductor.json: the command that runs a workspace, and what a new one runs first.
func Conductor(dir string) (List, bool) {
	const name = "conductor.json"
	l := List{File: name}
	scripts := tree(parseJSON(read(dir, name))).at("scripts")
	l.command("web", scripts.text("run"), name, false)
	l.setup(name, scripts.text("setup"))
	return l, len(l.Processes) > 0
}

// command adds a line for a shell.
func (l *List) command(name, line, file string, once bool) {
	if name != "" && line != "" && !strings.HasPrefix(line, "devservers ") { // our own
		l.Processes = append(l.Processes, Listed{Name: name, Line: line, Once: once, From: file + ": " + name})
	}
}

// Runs reports whether there is something that is no task.
func (l *List) Runs() bool {
	return l.servers() > 0
}

// setup adds the task of a new checkout: a command, or the line of a script that installs something.
func (l *List) setup(file, script string) {
	if _, err := command.ParseLine(script); err == nil || !l.install(file, script) {
		l.command(installs, strings.TrimSpace(script), file, true)
	}
}

// ports gives servers the ports that are listed under their names, or the only one to the only server.
func (l *List) ports(listed any) {
	items, _ := listed.([]any)
	for i := range l.Processes {
		for _, item := range items {
			m, _ := item.(map[string]any)
			if p := &l.Processes[i]; !p.Once && (tree(m).text("name") == p.Name || len(items) == 1 && l.servers() == 1) {
				p.Port = number(tree(m).text("port"))
			}
		}
	}
}

// servers counts what is no task.
func (l *List) servers() (n int) {
	for _, p := range l.Processes {
		if !p.Once {
			n++
		}
	}
	return n
}

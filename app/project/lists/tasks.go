package lists

import (
	"strings"
)

// Tasks reads the background tasks of .vscode/tasks.json: the ones that run until they are stopped.
func Tasks(dir string) (List, bool) {
	const name = ".vscode/tasks.json"
	l := List{File: name}
	doc := parseJSON(read(dir, name))
	items, _ := doc["tasks"].([]any)
	for _, item := range items {
		m, _ := item.(map[string]any)
		switch t := tree(m); {
		case t.text("group") == "test", t.at("group").text("kind") == "test":
		case t.text("isBackground") == "true":
			l.add(name, t)
		case t.at("runOptions").text("runOn") == newWorktree && t.text("type") == "shell":
			l.install(name, t.text("command"))
		}
	}
	return l, len(l.Processes) > 0
}

// add takes over one task. What it doesn't know, such as the values of an editor's variables, it names in Notes.
func (l *List) add(file string, t tree) {
	options := t.at("options")
	label := t.text("label")
	if label == "" {
		label = t.text("script")
	}
	p := Listed{
		Name: label, Dir: inFolder(options.text("cwd")), Env: options.variables("env"), Needs: map[string]string{},
		From: file + ": " + label,
	}
	for _, other := range t.list("dependsOn") {
		p.Needs[other] = "started"
	}
	words := append([]string{t.text("command")}, arguments(t)...)
	switch t.text("type") {
	case "npm":
		p.Script, p.Dir = t.text("script"), inFolder(t.text("path"))
	case "process":
		p.Argv = words
	default:
		p.Line = inFolder(strings.Join(words, " "))
	}
	switch {
	case strings.Contains(p.Dir+p.Line+strings.Join(p.Argv, " "), "${"):
		l.Notes = append(l.Notes, p.From+" uses variables of the editor and is left out")
	case p.Script+p.Line+strings.Join(p.Argv, "") != "":
		l.Processes = append(l.Processes, p)
	}
}

// arguments returns the args of a task, which are texts or have a value.
func arguments(t tree) (list []string) {
	items, _ := t["args"].([]any)
	for _, item := range items {
		if m, ok := item.(map[string]any); ok {
			list = append(list, tree(m).text("value"))
		} else if text, ok := item.(string); ok {
			list = append(list, text)
		}
	}
	return list
}

// inFolder returns a path or command of the editor as it is written in the project's directory.
func inFolder(text string) string {
	text = strings.ReplaceAll(text, "${workspaceFolder}/", "./")
	return strings.ReplaceAll(text, "${workspaceFolder}", ".")
}

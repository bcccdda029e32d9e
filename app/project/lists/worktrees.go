package lists

import (
	"slices"
	"strings"

	"devservers/app/base/words"
)

// The lists in this file are about what a new checkout or container runs first; most have no place for servers.

// installs is the name of the task that a new checkout needs first.
const installs = "install"

// newWorktree is when VS Code runs a task of a new worktree.
const newWorktree = "worktreeCreated"

// CursorWorktrees reads .cursor/worktrees.json: what Cursor runs in a new worktree.
func CursorWorktrees(dir string) (List, bool) {
	const name = ".cursor/worktrees.json"
	l, doc := List{File: name}, tree(parseJSON(read(dir, name)))
	ok := l.install(name, doc.list("setup-worktree-unix")...) || l.install(name, doc.list("setup-worktree")...)
	return l, ok
}

// installer matches commands that install what a checkout needs. Others of a script copy files, or set a machine up.
var installer = words.Lazy(`(?:^|[ &;/])(?:(?:npm|pnpm|yarn|bun) (?:ci|i|install)\b|yarn$|uv sync|poetry install|` +
	`pip3? install|` +
	`bundle install|composer install|go mod download|cargo fetch|mix deps\.get|make (?:setup|install|deps|` +
	`bootstrap)\b|` +
	`[\w./-]*(?:setup|install|bootstrap)[\w-]*(?:\.sh)?$)`)

// install adds the task of a new checkout: the first line that installs something. What else there is, it notes.
func (l *List) install(file string, lines ...string) bool {
	lines = strings.FieldsFunc(strings.Join(lines, "\n"), func(r rune) bool { return r == '\n' })
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" || line[0] == '#' || line == "set -eu" })
	at := slices.IndexFunc(lines, func(line string) bool {
		return installer().MatchString(line) && !strings.Contains(line, "${{")
	})
	if at < 0 {
		return false
	}
	l.command(installs, lines[at], file, true)
	if len(lines) > 1 {
		l.Notes = append(l.Notes, file+": of what a new checkout runs, "+words.Count(len(lines)-1, "line")+
			" besides "+words.Quote(words.Clip(lines[at], 60))+" are left out")
	}
	return true
}

// Devcontainer reads .devcontainer/devcontainer.json: what starts with the container, and what it runs once.
func Devcontainer(dir string) (List, bool) {
	name, content := first(dir, ".devcontainer/devcontainer.json", ".devcontainer.json")
	l, doc := List{File: name}, tree(parseJSON(content))
	ports := map[string]int{}
	for _, port := range doc.at("portsAttributes").names() {
		ports[doc.at("portsAttributes", port).text("label")] = number(port)
	}
	for _, key := range []string{"postStartCommand", "postAttachCommand"} {
		for _, server := range doc.at(key).names() {
			if line := doc.at(key).line(server); line != "" {
				l.Processes = append(l.Processes, Listed{Name: server, Line: line, Port: ports[server],
					From: name + ": " + key + "." + server})
			}
		}
	}
	for _, key := range []string{"postCreateCommand", "updateContentCommand", "onCreateCommand"} {
		if l.install(name, doc.line(key)) {
			break
		}
	}
	return l, len(l.Processes) > 0
}

// line returns a command, which is a text or a list of words.
func (t tree) line(key string) string {
	items, isList := t[key].([]any)
	if !isList {
		return t.text(key)
	}
	var argv []string
	for _, item := range items {
		if word, ok := item.(string); ok {
			argv = append(argv, shellQuoted(word))
		}
	}
	return strings.Join(argv, " ")
}

// shellQuoted quotes a word if a shell would split or expand it.
func shellQuoted(word string) string {
	if strings.ContainsAny(word, " \t\n\"'`$&|;<>()*?#~\\") || word == "" {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// CopilotSteps reads .github/workflows/copilot-setup-steps.yml: the first command that it runs.
func CopilotSteps(dir string) (List, bool) {
	name, content := first(dir, ".github/workflows/copilot-setup-steps.yml", ".github/workflows/copilot-setup-steps.yaml")
	l := List{File: name}
	steps, _ := parse(content).at("jobs", "copilot-setup-steps")["steps"].([]any)
	for _, step := range steps {
		m, _ := step.(map[string]any)
		if dir := tree(m).text("working-directory"); tree(m)["if"] == nil && l.install(name, tree(m).text("run")) {
			l.Processes[len(l.Processes)-1].Dir = dir
			return l, true
		}
	}
	return l, false
}

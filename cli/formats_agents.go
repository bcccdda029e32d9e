package cli

import (
	"path/filepath"
	"strconv"
	"strings"

	"devservers/app/config"
	"devservers/app/config/command"
)

// installs is the name of the task that a new checkout needs first.
const installs = "install"

// setup returns the task that a new checkout needs first, as one line for a shell, or "".
func setup(p config.Project) string {
	for _, t := range p.Tasks {
		if t.Name != installs {
			continue
		}
		if dir, err := filepath.Rel(p.Dir, t.WorkingDir); err == nil && dir != "." {
			return "cd " + command.Quote(dir) + " && " + t.Command.String()
		}
		return t.Command.String()
	}
	return ""
}

// terminal is a command of Cursor's environment.json.
type terminal struct {
	Name    string `json:"name"`
	Command string `json:"command"`
}

// cursorEnvironment is for Cursor's cloud agents: they install, then keep a terminal for each server.
func cursorEnvironment(p config.Project, list []portable) (string, error) {
	doc := struct {
		Install   string     `json:"install,omitempty"`
		Terminals []terminal `json:"terminals"`
	}{setup(p), []terminal{}}
	for _, s := range list {
		doc.Terminals = append(doc.Terminals, terminal{s.Name, s.line()})
	}
	return indented(doc)
}

// codexEnvironment is for the Codex app: a script for new worktrees, and an action for each server.
func codexEnvironment(p config.Project, list []portable) (string, error) {
	var b strings.Builder
	b.WriteString("version = 1\nname = " + strconv.Quote(p.Name) + "\n\n[setup]\nscript = " + strconv.Quote(setup(p)) +
		"\n")
	for _, s := range list {
		b.WriteString("\n[[actions]]\nname = " + strconv.Quote(s.Name) + "\nicon = \"run\"\ncommand = " +
			strconv.Quote(s.line()) + "\n")
	}
	return b.String(), nil
}

// editorTask is a background task of VS Code.
type editorTask struct {
	Label      string   `json:"label"`
	Type       string   `json:"type"`
	Command    string   `json:"command"`
	Background bool     `json:"isBackground"`
	Options    *options `json:"options,omitempty"`
	Matcher    []string `json:"problemMatcher"`
	Run        *runOn   `json:"runOptions,omitempty"`
}

type runOn struct {
	On string `json:"runOn"`
}

// newWorktree is when VS Code runs a task of a new worktree.
const newWorktree = "worktreeCreated"

type options struct {
	Dir string            `json:"cwd,omitempty"`
	Env map[string]string `json:"env,omitempty"`
}

// editorTasks writes no dependencies: without a matcher the editor doesn't know when a background task is ready.
func editorTasks(p config.Project, list []portable) (string, error) {
	all := []editorTask{}
	for _, s := range list {
		t := editorTask{Label: s.Name, Type: "shell", Command: strings.Join(s.words, " "), Background: true,
			Matcher: []string{}}
		if s.dir != "" || len(s.env) > 0 {
			t.Options = &options{Env: map[string]string{}}
		}
		if s.dir != "" {
			t.Options.Dir = "${workspaceFolder}/" + s.dir
		}
		for _, v := range s.env {
			t.Options.Env[v.Name] = v.Value
		}
		all = append(all, t)
	}
	if line := setup(p); line != "" {
		all = append(all, editorTask{Label: installs, Type: "shell", Command: line, Matcher: []string{},
			Run: &runOn{newWorktree}})
	}
	return indented(map[string]any{"version": "2.0.0", "tasks": all})
}

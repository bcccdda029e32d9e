package code

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/sources"
)

// Texts are the files of a workspace that people write, each read once, and the environment of the next start.
type Texts struct {
	*Workspace
	Env   map[string]string // of the next start
	First []string          // the files of the failure, which are searched first

	all   []string          // the sources and settings of the project
	vars  []Variable        // that they read
	texts map[string]string // of files, as far as read
	steps []Step
}

// Written returns the files of the project with sources or settings: those of the failure first, then those that the
// command names.
func (x *Texts) Written() []string {
	if x.all != nil {
		return x.all
	}
	x.all = slices.Clone(x.First)
	for _, arg := range x.StepFiles() {
		if x.Ours(arg) && (sources.IsWritten(arg) || sources.IsSmall(arg)) {
			x.all = append(x.all, arg)
		}
	}
	for _, file := range x.Sources() {
		if filepath.Base(file) != "devservers.yml" && !strings.Contains(filepath.Base(file), "lock") {
			x.all = append(x.all, file)
		}
	}
	seen := map[string]bool{}
	x.all = slices.DeleteFunc(x.all, func(file string) bool {
		had := seen[file]
		seen[file] = true
		return had
	})
	return x.all
}

// Searched returns how many files were searched.
func (x *Texts) Searched() int { return len(x.all) }

// Variables returns the variables of the environment that the sources read.
func (x *Texts) Variables() []Variable {
	if x.vars == nil {
		x.vars = append([]Variable{}, VariablesIn(x.Written())...)
	}
	return x.vars
}

// Text returns the text of a file, which is read once.
func (x *Texts) Text(file string) string {
	if x.texts == nil {
		x.texts = map[string]string{}
	}
	text, ok := x.texts[file]
	if !ok {
		text = sources.Read(file)
		x.texts[file] = text
	}
	return text
}

// Calls returns the command of the run and the commands that it leads to.
func (x *Texts) Calls() []Step {
	if x.steps == nil {
		x.steps = x.Steps()
	}
	return x.steps
}

// IsGiven reports whether the project gives a variable its value: others are the environment of the machine.
func (x *Texts) IsGiven(key string) bool {
	_, ok := x.Gives(key)
	return ok
}

var databaseName = lazily(`sqlite3?:(?:///?)?([\w@./+~-]+)|["'\x60=\s]([\w@./+~-]+\.(?:db|sqlite3?|db3))\b`)

// Databases returns the files of SQLite databases that the command, the environment and the sources of the failure
// name.
func (x *Texts) Databases() (list []string) {
	texts := []string{" " + strings.Join(x.Argv, " ")}
	for _, key := range slices.Sorted(maps.Keys(x.Env)) {
		if x.IsGiven(key) {
			texts = append(texts, "="+x.Env[key])
		}
	}
	for _, file := range x.Written() {
		if strings.Contains(x.Text(file), "sqlite") || strings.Contains(x.Text(file), ".db") {
			texts = append(texts, x.Text(file))
		}
	}
	for _, text := range texts {
		for _, m := range databaseName().FindAllStringSubmatch(text, 8) {
			path := strings.Replace(m[1], "//", "/", 1) + m[2]
			if !filepath.IsAbs(path) {
				path = filepath.Join(x.WorkDir, path)
			}
			list = append(list, path)
		}
	}
	return list
}

// Configs returns the files with settings that the command and what it leads to name, then those of the project.
func (x *Texts) Configs() (list []string) {
	for _, file := range append(x.StepFiles(), x.Sources()...) {
		if !sources.IsSource(file) && x.Ours(file) && filepath.Base(file) != "devservers.yml" &&
			!slices.Contains(list, file) &&
			!strings.Contains(filepath.Base(file), "lock") {
			list = append(list, file)
		}
	}
	return list
}

// AroundLine returns lines of a file: from some before a line up to some after it.
func (x *Texts) AroundLine(file string, line, before, after int) []string {
	lines := strings.Split(x.Text(file), "\n")
	to := max(0, min(len(lines), line+after))
	return lines[min(max(0, line-before), to):to]
}

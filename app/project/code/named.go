package code

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
)

// Named is where the project names something.
type Named struct {
	Name string // as it is written there
	Dir  string // in which a relative path starts
	At   SourceLine
	Step *Step  // that has it
	Env  string // the variable whose value has it
}

// Where returns the place for people.
func (n Named) Where(p *Workspace) string {
	switch {
	case n.Step != nil:
		return n.Step.Where(p)
	case n.Env != "":
		return "the variable " + n.Env
	}
	return n.At.Shown(p)
}

// Find returns where the project has a printed word: in the command and what it leads to, in its sources and settings,
// or in a value of its environment.
func (x *Texts) Find(w app.Printed) (Named, bool) { return x.FindIn(w, x.Written()) }

// FindIn is Find, but of the sources and settings, only these files are searched.
func (x *Texts) FindIn(w app.Printed, files []string) (n Named, ok bool) {
	if w.Empty() {
		return n, false
	}
	for _, step := range x.Calls() {
		if name := w.In(step.Text); name != "" {
			return Named{Name: name, Step: &step, Dir: step.Dir}, true
		}
	}
	if n, ok = x.InFiles(w, files); ok {
		return n, true
	}
	for _, key := range slices.Sorted(maps.Keys(x.Env)) {
		if name := w.In(x.Env[key]); name != "" && x.IsGiven(key) {
			return Named{Name: name, Env: key, Dir: x.WorkDir}, true
		}
	}
	return n, false
}

// InFiles returns the first line of the files that has a printed word and is no comment.
func (x *Texts) InFiles(w app.Printed, list []string) (n Named, ok bool) {
	for _, file := range list {
		text := x.Text(file)
		if w.In(text) == "" {
			continue
		}
		for i, line := range strings.Split(text, "\n") {
			if name := w.In(line); name != "" && !IsComment(line) {
				return Named{Name: name, At: SourceLine{File: file, Line: i + 1, Text: line}, Dir: x.WorkDir}, true
			}
		}
	}
	return n, false
}

var pathText = lazily(`[\w@.+~-]*[./][\w@.+~/-]+`)

// FindPath returns where the project names the file that a printed path leads to, by whatever relative path.
func (x *Texts) FindPath(w app.Printed) (n Named, ok bool) {
	w = w.Joined(x.WorkDir)
	for _, step := range x.Calls() {
		for _, word := range step.Words() {
			if name := word[strings.IndexByte(word, '=')+1:]; w.Is(Resolved(step.Dir, name)) {
				return Named{Name: name, Step: &step, Dir: step.Dir}, true
			}
		}
	}
	for _, file := range x.Written() {
		at, found := Lines([]string{file}, func(at SourceLine) bool {
			if IsComment(at.Text) {
				return false
			}
			for _, name := range pathText().FindAllString(at.Text, 20) {
				for _, dir := range []string{x.WorkDir, filepath.Dir(file)} {
					if w.Is(Resolved(dir, name)) {
						n.Name, n.Dir = name, dir
						return true
					}
				}
			}
			return false
		})
		if found {
			n.At = at
			return n, true
		}
	}
	return n, false
}

// Resolved returns the path that a name is in a directory. An absolute one below no directory of the machine begins at
// the root of a page, which is that directory.
func Resolved(dir, name string) string {
	top, _, below := strings.Cut(strings.TrimPrefix(name, "/"), "/")
	if filepath.IsAbs(name) && (!below || sources.IsThere("/"+top)) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// OnlyLine returns the only line of the sources and settings that has a printed word, if it has special characters or
// is longer than a short name.
func (x *Texts) OnlyLine(w app.Printed) (found SourceLine, ok bool) {
	n := 0
	for _, file := range x.Written() {
		if w.In(x.Text(file)) == "" || strings.Contains(file, ".test.") || strings.HasSuffix(file, "_test.go") {
			continue
		}
		for i, line := range strings.Split(x.Text(file), "\n") {
			if w.In(line) != "" && !IsComment(line) {
				found, n = SourceLine{File: file, Line: i + 1, Text: line}, n+1
			}
		}
	}
	return found, n == 1
}

// Importing returns the first line of the files that imports what a printed word names.
func (x *Texts) Importing(w app.Printed, list []string) (Named, bool) {
	if w.Empty() {
		return Named{}, false
	}
	for _, file := range list {
		for n, line := range strings.Split(x.Text(file), "\n") {
			if IsComment(line) {
				continue
			}
			for _, quoted := range InQuotes().FindAllString(line, 10) {
				name := quoted[1 : len(quoted)-1]
				if name != "" && x.means(w, name, file) && loads().MatchString(line) {
					return Named{Name: name, At: SourceLine{File: file, Line: n + 1, Text: line}}, true
				}
			}
		}
	}
	return Named{}, false
}

// loads matches a line that loads another file or package.
var loads = lazily(`\b(?:import|require|require_relative|from|load|include|export|url|src|href|extends|` +
	`use|preset|plugin|parser|loader)\b|^\s*\}`)

// means reports whether a printed word is the import name of a file, or the path or the package to which that leads.
func (x *Texts) means(w app.Printed, name, file string) bool {
	path := filepath.Join(filepath.Dir(file), name)
	return w.Is(name) || w.Is(path) || w.Is(path+filepath.Ext(file)) || !strings.HasPrefix(name, ".") &&
		w.Is(sources.PackageOf(name))
}

var declares = lazily(`^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\*?|def|class|const|let|var|func)\s+(\w+)`)

// Declaring returns the line of another source of the same language that declares a printed name.
func (x *Texts) Declaring(w app.Printed, file string) (SourceLine, bool) {
	return Lines(x.Sources(), func(l SourceLine) bool {
		m := declares().FindStringSubmatch(l.Text)
		return m != nil && w.Is(m[1]) && l.File != file && filepath.Ext(l.File) == filepath.Ext(file)
	})
}

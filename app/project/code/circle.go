package code

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/sources"
)

// edges returns the lines of a source of JavaScript or Python that import another source of the project while it is
// loaded; their text is the path of that source.
func (p *Workspace) edges(from string) (list []SourceLine) {
	if filepath.Ext(from) == ".py" {
		return p.pythonEdges(from)
	}
	add := func(module string, line int) {
		if path := p.Source(from, module); path != "" && path != from {
			list = append(list, SourceLine{from, line, path})
		}
	}
	for _, i := range Imports(from) {
		add(i.Module, i.Line)
	}
	lines(from, func(at SourceLine) bool {
		if m := unnamedImport().FindStringSubmatch(at.Text); m != nil {
			add(m[1], at.Line)
		}
		return false
	})
	return list
}

// unnamedImport matches a line that imports a source and gives it no name.
var unnamedImport = lazily(`^(?:import\s*|(?:[\w.]+\s*=\s*)?require\(\s*)["']([^"']+)["']`)

var pythonImport = lazily(`^(?:from\s+(\.*)([\w.]*)\s+import\s+\(?\s*([\w, ]*)|import\s+([\w.]+))`)

// pythonEdges returns what the lines of a Python file that are not indented import.
func (p *Workspace) pythonEdges(from string) (list []SourceLine) {
	lines(from, func(at SourceLine) bool {
		m := pythonImport().FindStringSubmatch(at.Text)
		if m == nil {
			return false
		}
		dirs := []string{p.WorkDir, p.Dir}
		if m[1] != "" {
			dirs = []string{filepath.Clean(filepath.Dir(from) + strings.Repeat("/..", len(m[1])-1))}
		}
		module := strings.ReplaceAll(m[2]+m[4], ".", "/")
		for name := range strings.SplitSeq(m[3], ",") {
			word, _, _ := strings.Cut(strings.TrimSpace(name), " ")
			if path := pythonFile(dirs, filepath.Join(module, word), module); path != "" && path != from {
				list = append(list, SourceLine{from, at.Line, path})
			}
		}
		return false
	})
	return list
}

// pythonFile returns the file of the first module that is in one of the directories, or "".
func pythonFile(dirs []string, modules ...string) string {
	for _, module := range modules {
		for _, dir := range dirs {
			for _, end := range []string{".py", "/__init__.py"} {
				if path := sources.Existing(filepath.Join(dir, module) + end); path != "" {
					return path
				}
			}
		}
	}
	return ""
}

// longestCircle is how many sources may import each other in a circle for it to be found, and mostLoaded how many are
// searched for one.
const (
	longestCircle = 5
	mostLoaded    = 100
)

// Circle returns the lines by which a source of JavaScript or Python imports itself over others, or nil: each line
// imports the file of the next one, and the last the first.
func (p *Workspace) Circle(from string) []SourceLine {
	ways := [][]SourceLine{nil}
	seen := []string{from}
	for range longestCircle {
		var longer [][]SourceLine
		for _, way := range ways {
			last := from
			if len(way) > 0 {
				last = way[len(way)-1].Text
			}
			for _, e := range p.edges(last) {
				next := append(slices.Clone(way), e)
				if e.Text == from {
					return next
				}
				if !slices.Contains(seen, e.Text) {
					seen, longer = append(seen, e.Text), append(longer, next)
				}
			}
		}
		ways = longer
	}
	return nil
}

// CircleBelow is Circle for a source, or for the first of those that it imports.
func (p *Workspace) CircleBelow(from string) []SourceLine {
	for _, file := range p.Loaded(from) {
		if ring := p.Circle(file); ring != nil {
			return ring
		}
	}
	return nil
}

// Loaded returns a source and those of the project that it imports, directly or through others, the nearest first.
func (p *Workspace) Loaded(from string) []string {
	queue := []string{from}
	for i := 0; i < len(queue) && i < mostLoaded; i++ {
		for _, e := range p.edges(queue[i]) {
			if !slices.Contains(queue, e.Text) {
				queue = append(queue, e.Text)
			}
		}
	}
	return queue
}

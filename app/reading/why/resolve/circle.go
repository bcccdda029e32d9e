package resolve

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// edge is an import of a source that leads to another source of the project.
type edge struct {
	line int
	to   string
}

// edges returns the sources of the project that a source of JavaScript or Python imports while it is loaded.
func edges(p *sources.Project, from string) (list []edge) {
	if filepath.Ext(from) == ".py" {
		return pythonEdges(p, from)
	}
	for _, i := range Imports(from) {
		if path := Source(p, from, i.Module); path != "" && path != from {
			list = append(list, edge{i.Line, path})
		}
	}
	return list
}

var pythonImport = sayings.Lazily(`^(?:from\s+(\.*)([\w.]*)\s+import\s+\(?\s*([\w, ]*)|import\s+([\w.]+))`)

// pythonEdges returns what the lines of a Python file that are not indented import.
func pythonEdges(p *sources.Project, from string) (list []edge) {
	for n, line := range strings.Split(sources.Read(from), "\n") {
		m := pythonImport().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		dirs := []string{p.WorkDir, p.Dir}
		if m[1] != "" {
			dirs = []string{filepath.Clean(filepath.Dir(from) + strings.Repeat("/..", len(m[1])-1))}
		}
		module := strings.ReplaceAll(m[2]+m[4], ".", "/")
		for name := range strings.SplitSeq(m[3], ",") {
			word, _, _ := strings.Cut(strings.TrimSpace(name), " ")
			if path := pythonFile(dirs, filepath.Join(module, word), module); path != "" && path != from {
				list = append(list, edge{n + 1, path})
			}
		}
	}
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

// longestCircle is how many sources may import each other in a circle for it to be found.
const longestCircle = 5

// Circle returns the finding that a source of JavaScript or Python imports another one that imports it, if need be over
// others; or nil.
func Circle(p *sources.Project, from string) *app.Finding {
	paths := [][]Place{{{from, 0}}}
	seen := []string{from}
	for range longestCircle {
		var longer [][]Place
		for _, path := range paths {
			last := path[len(path)-1]
			for _, e := range edges(p, last.File) {
				way := append(slices.Clone(path[:len(path)-1]), Place{last.File, e.line}, Place{e.to, 0})
				if e.to == from {
					return circle(p, way[:len(way)-1])
				}
				if !slices.Contains(seen, e.to) {
					seen, longer = append(seen, e.to), append(longer, way)
				}
			}
		}
		paths = longer
	}
	return nil
}

// CircleBelow returns the finding of Circle about a source, or about the first of those that it imports.
func CircleBelow(p *sources.Project, from string) *app.Finding {
	queue := []string{from}
	for i := 0; i < len(queue) && i < mostLoaded; i++ {
		if f := Circle(p, queue[i]); f != nil {
			return f
		}
		for _, e := range edges(p, queue[i]) {
			if !slices.Contains(queue, e.to) {
				queue = append(queue, e.to)
			}
		}
	}
	return nil
}

// mostLoaded is how many sources are searched for a circle.
const mostLoaded = 100

// circle returns the finding that each of these lines imports the source of the next one, and the last the first.
func circle(p *sources.Project, ring []Place) *app.Finding {
	var names []string
	f := &app.Finding{Kind: app.FindingCode, Fix: "move what both need into a third file, or import it inside of the function that uses it"}
	for i, at := range ring {
		names = append(names, p.Shown(at.File))
		f.Evidence = append(f.Evidence, p.Shown(at.File)+":"+strconv.Itoa(at.Line)+" imports "+p.Shown(ring[(i+1)%len(ring)].File))
	}
	f.Problem = strings.Join(names, " and ") + " import each other: what one takes from the other is not there yet while it is loaded"
	if len(names) > 2 {
		f.Problem = strings.Join(names, ", ") + " import each other in a circle: what one takes from another is not there yet while it is loaded"
	}
	if filepath.Ext(ring[0].File) == ".ts" && strings.Contains(ring[0].File, ".module.") {
		f.Fix = "move what both need into a third module, or delay the use with forwardRef(() => ...) on both sides"
	}
	return f
}

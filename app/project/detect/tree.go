package detect

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Limits of a look at a project, so that it takes well under a second in a large one.
const (
	maxDirs  = 2000
	maxDepth = 4
	maxFiles = 4000
	maxFile  = 256 << 10
	maxBytes = 24 << 20
)

// skipped are directories that hold what others wrote, or what is built.
var skipped = []string{
	"node_modules", "vendor", "venv", "env", "virtualenv", "dist", "build", "out", "target", "coverage", "__pycache__",
	"site-packages", "bower_components", "integration", "third_party", "deps", "_build",
	"tmp", "log", "logs", "testdata", "fixtures", "__tests__", "tests", "test", "spec", "e2e", "examples", "example",
	"docs", "public", "static", "assets", "migrations",
}

// project is the tree of files that is looked at.
type project struct {
	root      string
	dirs      []string // relative to root, "." first, in the order of depth and name
	texts     map[string]string
	entries   map[string][]fs.DirEntry
	bytes     int64                // that were read
	heard     map[string]listening // by source
	given     map[string]bool      // env files whose PORT a server has
	workspace []string             // patterns of its packages
	referring []string             // files that may name a port of a server; nil = not looked for
	left      []string             // what was seen and left out, and why
	// files that the processes of a list start: each shows where its own process listens, and no other
	started []string
}

// look lists the directories of a project, without the ones that are hidden or skipped.
func look(root string) *project {
	p := &project{root: root, texts: map[string]string{}, entries: map[string][]fs.DirEntry{},
		given: map[string]bool{}, heard: map[string]listening{}}
	for level := []string{"."}; len(level) > 0 && len(p.dirs) < maxDirs; {
		p.dirs = append(p.dirs, level...)
		var next []string
		for _, dir := range level {
			if dir == "." || strings.Count(dir, "/")+1 < maxDepth {
				next = append(next, p.below(dir)...)
			}
		}
		level = next
	}
	return p
}

// below returns the directories in a directory that are looked at.
func (p *project) below(dir string) (dirs []string) {
	for _, e := range p.list(dir) {
		if at := filepath.Join(dir, e.Name()); p.inside(at, e) {
			dirs = append(dirs, at)
		}
	}
	return dirs
}

// list returns the content of a directory in the order of names. Each directory is read once.
func (p *project) list(dir string) []fs.DirEntry {
	entries, ok := p.entries[dir]
	if !ok {
		entries, _ = os.ReadDir(filepath.Join(p.root, dir))
		p.entries[dir] = entries
	}
	return entries
}

// inside reports whether an entry is a directory that is looked at: not hidden, skipped, or a virtual environment. A
// package of the workspace may have any name.
func (p *project) inside(path string, e fs.DirEntry) bool {
	return e.IsDir() && !strings.HasPrefix(e.Name(), ".") &&
		(!slices.Contains(skipped, e.Name()) || p.member(path)) && !p.has(path, "pyvenv.cfg")
}

// leave notes what is left out, and why.
func (p *project) leave(text string) { p.left = append(p.left, text) }

// has reports whether a directory of the project has the file, or one of several.
func (p *project) has(dir string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		entries, listed := p.entries[dir]
		if listed && !strings.Contains(name, "/") && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
			return strings.EqualFold(e.Name(), name)
		}) {
			return false
		}
		_, err := os.Stat(filepath.Join(p.root, dir, name))
		return err == nil
	})
}

// read returns the content of a file of the project, or "" if it is missing, too large or not a regular file.
func (p *project) read(dir, name string) string {
	path := filepath.Join(dir, name)
	if text, ok := p.texts[path]; ok {
		return text
	}
	text := ""
	if info, err := os.Stat(filepath.Join(p.root, path)); err == nil && info.Mode().IsRegular() && info.Size() <= maxFile {
		if p.bytes += info.Size(); p.bytes <= maxBytes {
			content, _ := os.ReadFile(filepath.Join(p.root, path))
			text = string(content)
		}
	}
	p.texts[path] = text
	return text
}

// json reads a JSON file into v and reports whether it could.
func (p *project) json(dir, name string, v any) bool {
	text := p.read(dir, name)
	return text != "" && json.Unmarshal([]byte(text), v) == nil
}

// upwards returns the nearest directory from dir to the root that has one of the files, and the file; "" if none has.
func (p *project) upwards(dir string, names ...string) (found, name string) {
	for {
		for _, name := range names {
			if p.has(dir, name) {
				return dir, name
			}
		}
		if dir == "." {
			return "", ""
		}
		dir = filepath.Dir(dir)
	}
}

// files returns the files of a directory with one of the extensions, and those below it up to depth levels.
func (p *project) files(dir string, depth int, extensions ...string) (files []string) {
	for _, e := range p.list(dir) {
		path := filepath.Join(dir, e.Name())
		switch {
		case len(files) >= maxFiles:
			return files
		case p.inside(path, e) && depth > 0:
			files = append(files, p.files(path, depth-1, extensions...)...)
		case !e.IsDir() && slices.Contains(extensions, filepath.Ext(path)):
			files = append(files, path)
		}
	}
	return files
}

// relative returns a path as it is written from dir.
func relative(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return path
	}
	if !strings.HasPrefix(rel, ".") {
		rel = "./" + rel
	}
	return rel
}

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
)

// skipped are directories that hold what others wrote, or what is built.
var skipped = []string{
	"node_modules", "vendor", "venv", "env", "virtualenv", "dist", "build", "out", "target", "coverage", "__pycache__", "site-packages", "bower_components",
	"tmp", "log", "logs", "testdata", "fixtures", "__tests__", "tests", "test", "spec", "e2e", "examples", "example", "docs", "public", "static", "assets", "migrations",
}

// project is the tree of files that is looked at.
type project struct {
	root  string
	dirs  []string // relative to root, "." first, in the order of depth and name
	cache map[string]string
}

// look lists the directories of a project, without those that are hidden or skipped.
func look(root string) *project {
	p := &project{root: root, cache: map[string]string{}}
	for level := []string{"."}; len(level) > 0 && len(p.dirs) < maxDirs; {
		p.dirs = append(p.dirs, level...)
		var next []string
		for _, dir := range level {
			next = append(next, p.below(dir)...)
		}
		level = next
	}
	return p
}

func (p *project) below(dir string) (dirs []string) {
	if dir != "." && strings.Count(dir, "/")+1 >= maxDepth {
		return nil
	}
	entries, err := os.ReadDir(filepath.Join(p.root, dir))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if name := e.Name(); e.IsDir() && !strings.HasPrefix(name, ".") && !slices.Contains(skipped, name) && !p.environment(filepath.Join(dir, name)) {
			dirs = append(dirs, filepath.Join(dir, name))
		}
	}
	return dirs
}

// environment reports whether a directory is a virtual environment of Python.
func (p *project) environment(dir string) bool { return p.has(dir, "pyvenv.cfg") }

// has reports whether a directory of the project has the file, or one of several.
func (p *project) has(dir string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, err := os.Stat(filepath.Join(p.root, dir, name))
		return err == nil
	})
}

// read returns the content of a file of the project, or "" if it is missing, too large or not a regular file.
func (p *project) read(dir, name string) string {
	path := filepath.Join(dir, name)
	if text, ok := p.cache[path]; ok {
		return text
	}
	text := ""
	if info, err := os.Stat(filepath.Join(p.root, path)); err == nil && info.Mode().IsRegular() && info.Size() <= maxFile {
		content, _ := os.ReadFile(filepath.Join(p.root, path))
		text = string(content)
	}
	p.cache[path] = text
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
	start := filepath.Join(p.root, dir)
	_ = filepath.WalkDir(start, func(path string, e fs.DirEntry, err error) error {
		if err != nil || len(files) >= maxFiles {
			return fs.SkipDir
		}
		rel, _ := filepath.Rel(start, path)
		name := e.Name()
		if e.IsDir() {
			if rel != "." && (strings.HasPrefix(name, ".") || slices.Contains(skipped, name) || strings.Count(rel, "/") >= depth) {
				return fs.SkipDir
			}
			return nil
		}
		if slices.Contains(extensions, filepath.Ext(name)) {
			files = append(files, filepath.Join(dir, rel))
		}
		return nil
	})
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

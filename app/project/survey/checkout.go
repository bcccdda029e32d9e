// Package survey looks at the files of a project: which there are, and what in them starts a server, a watcher or a
// worker, whether or not a devservers.yml could be proposed for it. Nothing is run or changed.
package survey

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"devservers/app/base/words"
)

// Limits of a look at a project, so that it takes well under a second in a large one.
const (
	maxDirs  = 2000
	MaxDepth = 4
	maxFiles = 4000
	maxFile  = 256 << 10
	maxBytes = 24 << 20
)

// skipped are directories that hold what others wrote, or what is built.
var skipped = []string{
	"node_modules", "vendor", "venv", "env", "virtualenv", "dist", "build", "out", "target", "coverage", "__pycache__",
	"site-packages", "bower_components", "integration", "third_party", "deps", "_build",
	"tmp", "log", "logs", "testdata", "fixtures", "__tests__", "tests", "test", "spec", "e2e",
	"docs", "doc", "documentation", "public", "static", "assets", "migrations",
}

// Checkout is the tree of a project's files that is looked at. Each file and directory is read once.
type Checkout struct {
	Root      string
	Dirs      []string // relative to Root, "." first, in the order of depth and name
	texts     map[string]string
	entries   map[string][]fs.DirEntry
	bytes     int64               // that were read
	workspace []string            // patterns of its packages
	packages  map[string]string   // directories by the names of their packages; nil = not looked for
	referring []string            // files that may name a port of a server; nil = not looked for
	imports   map[string][]string // of Python: sources by the module that they import; nil = not looked for
	Pieces    map[string][]Piece  // what programs reach, by their sources, as far as it was asked for
}

// Piece is a part of a source that a program reaches: all of it, or a function.
type Piece struct{ File, Text string }

// Look lists the directories of a project, without the ones that are hidden or skipped.
func Look(root string) *Checkout {
	p := &Checkout{Root: root, texts: map[string]string{}, entries: map[string][]fs.DirEntry{},
		Pieces: map[string][]Piece{}}
	for level := []string{"."}; len(level) > 0 && len(p.Dirs) < maxDirs; {
		p.Dirs = append(p.Dirs, level...)
		var next []string
		for _, dir := range level {
			if dir == "." || strings.Count(dir, "/")+1 < MaxDepth {
				next = append(next, p.below(dir)...)
			}
		}
		level = next
	}
	return p
}

// below returns the directories in a directory that are looked at.
func (p *Checkout) below(dir string) (dirs []string) {
	for _, e := range p.List(dir) {
		if at := filepath.Join(dir, e.Name()); p.inside(at, e) {
			dirs = append(dirs, at)
		}
	}
	return dirs
}

// List returns the content of a directory in the order of names. Each directory is read once.
func (p *Checkout) List(dir string) []fs.DirEntry {
	entries, ok := p.entries[dir]
	if !ok {
		entries, _ = os.ReadDir(filepath.Join(p.Root, dir))
		p.entries[dir] = entries
	}
	return entries
}

// inside reports whether an entry is a directory that is looked at: not hidden, skipped, an example, or a virtual
// environment. A package of the workspace may have any name.
func (p *Checkout) inside(path string, e fs.DirEntry) bool {
	name := e.Name()
	return e.IsDir() && name[0] != '.' && (name[0] != '_' && !strings.Contains(name, "example") &&
		!slices.Contains(skipped, name) && !strings.Contains(path+"/", "/templates/") || p.member(path) || p.ownPage(path)) &&
		!p.Has(path, "pyvenv.cfg")
}

// ownPage reports whether a directory of files to be served has the sources of a page, or one below it.
func (p *Checkout) ownPage(dir string) bool {
	locked := func(at string) bool {
		return p.Has(at, "package-lock.json", "yarn.lock", "pnpm-lock.yaml") && p.Has(at, "package.json")
	}
	above, name := filepath.Split(dir)
	return slices.Contains([]string{"static", "public", "assets"}, name) && !p.Has(filepath.Clean(above), "mix.exs") &&
		(locked(dir) || slices.ContainsFunc(p.List(dir), func(e fs.DirEntry) bool {
			return e.IsDir() && locked(filepath.Join(dir, e.Name()))
		}))
}

// Partial reports whether there was more than was read.
func (p *Checkout) Partial() bool { return p.bytes > maxBytes }

// Has reports whether a directory of the project has the file, or one of several.
func (p *Checkout) Has(dir string, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		is := func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), name) }
		if all, ok := p.entries[dir]; ok && !strings.Contains(name, "/") && !slices.ContainsFunc(all, is) {
			return false
		}
		_, err := os.Stat(filepath.Join(p.Root, dir, name))
		return err == nil
	})
}

// Read returns the content of a file of the project, or "" if it is missing, too large or not a regular file.
func (p *Checkout) Read(dir, name string) string {
	path := filepath.Join(dir, name)
	if text, ok := p.texts[path]; ok {
		return text
	}
	text := ""
	if info, err := os.Stat(filepath.Join(p.Root, path)); err == nil && info.Mode().IsRegular() && info.Size() <= maxFile {
		if p.bytes += info.Size(); p.bytes <= maxBytes {
			content, _ := os.ReadFile(filepath.Join(p.Root, path))
			text = strings.TrimPrefix(string(content), "\ufeff")
		}
	}
	p.texts[path] = text
	return text
}

// JSON reads a JSON file, which may have comments, into v and reports whether it could.
func (p *Checkout) JSON(dir, name string, v any) bool {
	plain, err := hujson.Standardize([]byte(p.Read(dir, name)))
	return err == nil && json.Unmarshal(plain, v) == nil
}

// Remember returns what a function says of a key, which it is asked once.
func Remember[V any](known map[string]V, key string, ask func() V) V {
	v, ok := known[key]
	if !ok {
		v = ask()
		known[key] = v
	}
	return v
}

// Upwards returns the nearest directory from dir to the root that has one of the files, and the file; "" if none has.
func (p *Checkout) Upwards(dir string, names ...string) (found, name string) {
	for {
		for _, name := range names {
			if p.Has(dir, name) {
				return dir, name
			}
		}
		if dir == "." {
			return "", ""
		}
		dir = filepath.Dir(dir)
	}
}

// tests matches the names of sources with tests: what they name is not the project's.
var tests = words.Lazy(`^test_|_test\.|\.test\.|\.spec\.|_spec\.|^conftest\.|Tests?\.(?:java|kt|cs)$`)

// Files returns the files of a directory with one of the extensions, without tests, and those below it up to depth
// levels.
func (p *Checkout) Files(dir string, depth int, extensions ...string) (files []string) {
	for _, e := range p.List(dir) {
		path := filepath.Join(dir, e.Name())
		switch {
		case len(files) >= maxFiles:
			return files
		case p.inside(path, e) && depth > 0:
			files = append(files, p.Files(path, depth-1, extensions...)...)
		case !e.IsDir() && slices.Contains(extensions, filepath.Ext(path)) && !tests().MatchString(e.Name()):
			files = append(files, path)
		}
	}
	return files
}

package parse

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Limits of Files.
const (
	maxKnown = 2000             // names whose place is known
	maxDirs  = 200              // directories in which a relative name is searched
	maxAge   = 10 * time.Second // of what is known: files come and go
	maxLooks = 2000             // names that are looked up in that time
)

// Files finds the files of a project by the names that programs print. It isn't safe for concurrent use.
type Files struct {
	root   string
	dirs   []string // where relative names are searched, the most likely first
	listed bool     // dirs contains those below root, too
	known  map[string]string
	since  time.Time
	looks  int
}

// NewFiles returns the files of the project in root, for a program that runs in dir; "" = unknown.
func NewFiles(root, dir string) *Files {
	f := &Files{root: strings.TrimSuffix(root, "/"), known: map[string]string{}}
	for _, d := range []string{dir, f.root} {
		if d != "" {
			f.dirs = append(f.dirs, d)
		}
	}
	return f
}

// Find returns the file of the project that name means, relative to its root.
func (f *Files) Find(name string, now time.Time) (string, bool) {
	if f.root == "" || len(name) > maxName || strings.IndexByte(name, 0) >= 0 {
		return "", false
	}
	if d := now.Sub(f.since); d > maxAge || d < 0 || len(f.known) >= maxKnown {
		clear(f.known)
		f.since, f.looks = now, 0
	}
	found, ok := f.known[name]
	if !ok && f.looks < maxLooks {
		f.looks++
		found = f.look(strings.TrimPrefix(name, "file://"))
		f.known[name] = found
	}
	return found, found != ""
}

func (f *Files) look(name string) string {
	name, _, _ = strings.Cut(name, "?")
	if name == "" {
		return ""
	}
	if filepath.IsAbs(name) {
		return f.within(name)
	}
	for i := 0; i < len(f.dirs); i++ {
		if found := f.within(filepath.Join(f.dirs[i], name)); found != "" {
			return found
		}
		if i == len(f.dirs)-1 && !f.listed {
			f.list()
		}
	}
	return ""
}

// within returns a path relative to the root if it is a file below it.
func (f *Files) within(path string) string {
	rel, ok := strings.CutPrefix(filepath.Clean(path), f.root+"/")
	if !ok {
		return ""
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return rel
}

// list adds the directories below the root in which programs of a workspace run: apps/web, packages/ui.
func (f *Files) list() {
	f.listed = true
	for _, dir := range below(f.root) {
		for _, d := range append([]string{dir}, below(dir)...) {
			if len(f.dirs) < maxDirs {
				f.dirs = append(f.dirs, d)
			}
		}
	}
}

// below returns the directories in dir that can have sources.
func below(dir string) (list []string) {
	entries, _ := os.ReadDir(dir) // a directory that can't be read has none that matter
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !TheirsIn("/"+e.Name()+"/") {
			list = append(list, dir+"/"+e.Name())
		}
	}
	return list
}

// theirs are parts of paths of code that the project doesn't contain.
var theirs = []string{"node_modules/", "site-packages/", "dist-packages/", "/lib/python", "<frozen ", "/go/src/",
	"/pkg/mod/", "/gems/", "/lib/ruby/",
	"/.cargo/", "/rustc/", "/vendor/", "webpack/", "<anonymous>", "_testmain.go", "/usr/lib/", "/usr/share/",
	"/usr/include/", "/.venv/", "/venv/", "/deps/"}

// starts are beginnings of such paths.
var starts = []string{"node:", "ext:", "internal/", "vendor/", "deps/", "java.base/", "lib/internal/"}

// TheirsIn reports whether a name is that of a dependency or of a standard library.
func TheirsIn(name string) bool {
	return slices.ContainsFunc(starts, func(start string) bool { return strings.HasPrefix(name, start) }) ||
		slices.ContainsFunc(theirs, func(part string) bool { return strings.Contains(name, part) })
}

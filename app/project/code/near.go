package code

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/sources"
)

// How is in what way a file of the project differs from the name that leads to nothing. A larger one differs more.
type How int

// The ways, the likeliest first.
const (
	None      How = iota // it is the file itself
	Extension            // the name has another extension, or none
	Inside               // it is in a directory of that name
	Case                 // letters are of the other case
	Spelling             // the name is spelled otherwise
	Elsewhere            // it has the same name, in another directory
)

// Match is a file of the project that is probably meant. One without a path is none.
type Match struct {
	Path string
	How  How
}

// Meant returns the file or directory of the project that is meant by path, which does not exist.
func (p *Workspace) Meant(path string) Match {
	if m := p.along(path); m.Path != "" {
		return m
	}
	return p.elsewhere(path)
}

// along follows path through the directories that exist, and takes for each of its parts the nearest name there.
func (p *Workspace) along(path string) (m Match) {
	base := p.Dir
	if rel, err := filepath.Rel(base, path); err != nil || !filepath.IsLocal(rel) {
		base = filepath.Dir(path)
	}
	rel, err := filepath.Rel(base, path)
	if err != nil {
		return Match{}
	}
	at, parts := base, strings.Split(rel, "/")
	for i, part := range parts {
		name, how := nearest(at, part, i == len(parts)-1)
		if name == "" {
			return Match{}
		}
		at, m.How = filepath.Join(at, name), max(m.How, how)
	}
	m.Path = at
	if m.How == Inside || m.How == None {
		m.Path = inside(m.Path, filepath.Ext(path))
		m.How = Inside
	}
	return m
}

// nearest returns the entry of a directory that is nearest to a name. Only the last part of a path may have another
// extension than the name.
func nearest(dir, name string, last bool) (entry string, how How) {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 2000 {
		return "", 0
	}
	for _, way := range ways {
		for _, e := range entries {
			if (last || e.IsDir()) && e.Name() != "node_modules" && way.fits(e, name, last) {
				return e.Name(), way.how
			}
		}
	}
	return spelled(entries, name, last), Spelling
}

// ways are how an entry of a directory can be the one that a name means, the likeliest first.
var ways = []struct {
	how  How
	fits func(e os.DirEntry, name string, last bool) bool
}{
	{None, func(e os.DirEntry, name string, _ bool) bool { return e.Name() == name }},
	{Case, func(e os.DirEntry, name string, _ bool) bool { return strings.EqualFold(e.Name(), name) }},
	{Extension, func(e os.DirEntry, name string, last bool) bool {
		return last && !e.IsDir() && (stem(e.Name()) == name || stem(e.Name()) == stem(name) && sibling(e.Name(), name))
	}},
	{Spelling, func(e os.DirEntry, name string, last bool) bool { // .env.dev for .env.development
		return last && !e.IsDir() && strings.HasPrefix(name, ".") && len(name) > 5 && strings.HasPrefix(e.Name(), name)
	}},
	{Inside, func(e os.DirEntry, name string, last bool) bool {
		return last && e.IsDir() && len(stem(name)) > 2 && (e.Name() == stem(name) || e.Name() == stem(name)+"s")
	}},
	{Case, func(e os.DirEntry, name string, last bool) bool {
		return last && !e.IsDir() && strings.EqualFold(stem(e.Name()), stem(name)) && sibling(e.Name(), name)
	}},
}

// sibling reports whether a name may stand for a file with another extension: both are sources or settings, or one of
// the extensions is the beginning of the other, as with htm and html.
func sibling(file, name string) bool {
	a, b := filepath.Ext(file), filepath.Ext(name)
	setting := func(ext string) bool { return slices.Contains([]string{".yml", ".yaml", ".json", ".toml"}, ext) }
	return strings.HasPrefix(a, b) || a != "" && strings.HasPrefix(b, a) || sources.IsSource(file) &&
		sources.IsSource(name) || setting(a) && setting(b)
}

// spelled returns the entry of a directory whose name is the nearest to another one: at the end of a path only one with
// the same extension.
func spelled(entries []os.DirEntry, name string, last bool) string {
	names := map[string]string{}
	ext := filepath.Ext(name)
	for _, e := range entries {
		same := ext == "" || filepath.Ext(e.Name()) == ext
		if short := stem(e.Name()); len(short) > 2 && (last && same || !last && e.IsDir()) {
			names[short] = e.Name()
		}
	}
	if len(stem(name)) < 3 {
		return ""
	}
	for _, meant := range words.Meant(stem(name), slices.Sorted(maps.Keys(names))) {
		return names[meant]
	}
	return ""
}

// inside returns the only file in a directory with an extension, or the one that stands for the directory, or else the
// directory.
func inside(dir, ext string) string {
	list, _ := filepath.Glob(filepath.Join(sources.GlobSafe(dir), "*"+sources.GlobSafe(ext)))
	for _, file := range list {
		if name := stem(filepath.Base(file)); len(list) == 1 || name == "index" || name == "__init__" || name == "main" ||
			name == "base" || name == "dev" {
			return file
		}
	}
	return dir
}

// depth is how far below the project's directory a name is looked for.
const depth = 5

// elsewhere returns the file whose path ends most like the one that does not exist.
func (p *Workspace) elsewhere(path string) Match {
	rel, err := filepath.Rel(p.Dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		rel = filepath.Base(path)
	}
	for rest := rel; rest != ""; _, rest, _ = strings.Cut(rest, "/") {
		var found string
		p.Walk(depth, func(dir string) bool {
			found = Variant(filepath.Join(dir, rest))
			if info, err := os.Stat(filepath.Join(dir, rest)); found == "" && filepath.Ext(rest) == "" && err == nil &&
				info.IsDir() {
				found = filepath.Join(dir, rest)
			}
			return found != "" && found != path
		})
		if found != "" {
			return Match{found, Elsewhere}
		}
	}
	return Match{}
}

// endings are what an import leaves out at the end of a file's name.
var endings = []string{"", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".vue", ".svelte", ".json", ".py",
	"/index.ts", "/index.tsx", "/index.js", "/index.jsx", "/__init__.py"}

// Variant returns the file that an import of path finds if the importing program adds the extension, or "".
func Variant(path string) string {
	for _, end := range endings {
		if info, err := os.Stat(path + end); err == nil && info.Mode().IsRegular() {
			return path + end
		}
	}
	return ""
}

// stem returns a name without its extension.
func stem(name string) string {
	if strings.HasPrefix(name, ".") {
		return name
	}
	return strings.TrimSuffix(name, filepath.Ext(name))
}

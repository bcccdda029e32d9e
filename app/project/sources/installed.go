package sources

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
)

// Installed returns the directory of an installed package of npm that a file in dir finds, or "".
func Installed(dir, name string) string {
	for ; ; dir = filepath.Dir(dir) {
		if found := Existing(filepath.Join(dir, "node_modules", name)); found != "" || dir == filepath.Dir(dir) {
			return found
		}
	}
}

var inPackage = lazily(`.*/node_modules/((?:@[\w.-]+/)?[\w.-]+)/`)

// PackageAt returns the installed package of npm that a file belongs to, or "".
func PackageAt(path string) string {
	if m := inPackage().FindStringSubmatch(path); m != nil && !strings.HasPrefix(m[1], ".") {
		return m[1]
	}
	return ""
}

// Reinstall returns the command that installs the packages of npm again, from the beginning.
func (p *Project) Reinstall() string {
	m, file := p.Used(Node)
	install := m.Install
	if install == "" {
		install = "npm install"
	}
	if install == "npm install" && filepath.Base(file) == "package-lock.json" {
		install = "npm ci"
	}
	return p.In(file, "rm -rf node_modules && "+install)
}

// Name returns the name of the language as it stands before a package, with a space behind it.
func (e *Ecosystem) Name() string { return e.name }

var (
	wordIn  = lazily(`[A-Za-z@][\w@./:-]*`)
	goBlock = lazily(`(?m)^(?:require\s+)?\s*([\w.-]+\.[\w-]+/\S+)\s+v\d`)
)

// Listed returns the names that the manifests of the project list as packages; some other words may be among them.
func (p *Project) Listed(e *Ecosystem) (names []string) {
	list := manifests[e]
	for _, m := range e.managers {
		list = append(list[:len(list):len(list)], m.File)
	}
	for _, dir := range p.Above() {
		for _, name := range list {
			text := listing(filepath.Join(dir, name))
			if e == Golang {
				for _, m := range goBlock().FindAllStringSubmatch(text, -1) {
					names = append(names, m[1])
				}
				continue
			}
			if !strings.Contains(name, "lock") {
				names = append(names, wordIn().FindAllString(text, 5000)...)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Manifests returns the names of files for which tools look in the working directory.
func Manifests() (names []string) {
	names = append(names, searched...)
	for _, list := range manifests {
		names = append(names, list...)
	}
	return names
}

// Submodules returns the directories that the .gitmodules of a repository lists.
func Submodules(root string) (dirs []string) {
	for line := range strings.SplitSeq(Read(filepath.Join(root, ".gitmodules")), "\n") {
		key, dir, ok := strings.Cut(line, "=")
		if dir = strings.TrimSpace(dir); ok && strings.TrimSpace(key) == "path" && filepath.IsLocal(dir) {
			dirs = append(dirs, filepath.Join(root, dir))
		}
	}
	return dirs
}

// Locked returns the names of the packages that a package-lock.json lists.
func Locked(file string) (names []string) {
	var lock struct{ Packages map[string]json.RawMessage }
	if json.Unmarshal([]byte(Read(file)), &lock) != nil {
		return nil
	}
	for path := range lock.Packages {
		if i := strings.LastIndex(path, "node_modules/"); i >= 0 {
			names = append(names, path[i+len("node_modules/"):])
		}
	}
	return names
}

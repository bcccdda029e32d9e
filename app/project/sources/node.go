package sources

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// PackageJSON is what the rules read of a package.json.
type PackageJSON struct {
	Scripts        map[string]string
	PackageManager string
	Type           string // "module" = its files are ES modules
	Workspaces     any
	Engines        map[string]string
	Name           string

	Dependencies, DevDependencies, OptionalDependencies, PeerDependencies map[string]json.RawMessage
}

// PackageJSON returns the nearest package.json. One that can't be read has nothing.
func (p *Project) PackageJSON() (read PackageJSON, file string) {
	file = p.Near("package.json")
	return Package(file), file
}

// Package returns the content of a package.json. One that can't be read is empty.
func Package(file string) (read PackageJSON) {
	_ = json.Unmarshal([]byte(Read(file)), &read)
	return read
}

// Programs returns the programs of the packages that are installed for the project, and the ones that the listed
// packages are likely to have.
func (p *Project) Programs(read PackageJSON) []string {
	list := read.Packages()
	for _, dir := range p.Above() {
		entries, _ := os.ReadDir(filepath.Join(dir, "node_modules", ".bin"))
		for _, e := range entries {
			list = append(list, e.Name())
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// node returns the package manager, and the file of the directory in which it installs: the nearest directory with a
// lock file, with packageManager, or that is the root of a workspace. Without one, that is the nearest package.json.
func (p *Project) node() (Manager, string) {
	nearest := p.Near("package.json")
	for dir := p.WorkDir; ; dir = filepath.Dir(dir) {
		file := filepath.Join(dir, "package.json")
		own := dir == p.Dir || p.below(dir)
		if m, file := nodeManager(dir, file); m.Install != "" && (own || isWorkspace(dir)) {
			return m, file
		}
		if filepath.Dir(dir) == dir || Existing(filepath.Join(dir, ".git")) != "" {
			break
		}
	}
	if nearest == "" {
		return Manager{}, ""
	}
	return Manager{"package.json", "npm install"}, nearest
}

// nodeManager returns the manager that a directory decides for: packageManager before a lock file.
func nodeManager(dir, manifest string) (Manager, string) {
	name, _, _ := strings.Cut(Package(manifest).PackageManager, "@")
	for _, m := range Node.managers {
		if name != "" && strings.HasPrefix(m.Install, name+" ") {
			return m, manifest
		}
	}
	for _, m := range Node.Own() {
		if file := filepath.Join(dir, m.File); Existing(file) != "" {
			return m, file
		}
	}
	if isWorkspace(dir) {
		return Manager{"package.json", "npm install"}, manifest
	}
	return Manager{}, ""
}

// isWorkspace reports whether dir is the root of a workspace.
func isWorkspace(dir string) bool {
	return Existing(filepath.Join(dir, "pnpm-workspace.yaml")) != "" ||
		Package(filepath.Join(dir, "package.json")).Workspaces != nil
}

// LockedPackages returns the packages that the lock file of npm lists.
func (p *Project) LockedPackages() []string {
	if _, file := p.Used(Node); filepath.Ext(file) == ".json" && filepath.Base(file) != "package.json" {
		return Locked(file)
	}
	return nil
}

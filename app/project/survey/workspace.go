package survey

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/sources"
)

// yamlItem matches an item of a list in YAML.
var yamlItem = words.Lazy(`(?m)^\s*-\s*["']?([^"'#\s]+)`)

// members returns the patterns of directories with packages of the project's workspace.
func (p *Checkout) members() []string {
	if p.workspace != nil {
		return p.workspace
	}
	p.workspace = []string{}
	var m struct {
		Workspaces any `json:"workspaces"`
	}
	p.JSON(".", "package.json", &m)
	list, _ := m.Workspaces.([]any)
	if more, ok := m.Workspaces.(map[string]any); ok {
		list, _ = more["packages"].([]any)
	}
	for _, item := range list {
		if pattern, ok := item.(string); ok {
			p.workspace = append(p.workspace, pattern)
		}
	}
	for _, m := range yamlItem().FindAllStringSubmatch(p.Read(".", "pnpm-workspace.yaml"), -1) {
		p.workspace = append(p.workspace, m[1])
	}
	return p.workspace
}

// member reports whether a directory is a package of the workspace.
func (p *Checkout) member(dir string) bool {
	return slices.ContainsFunc(p.members(), func(pattern string) bool {
		pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
		whole, below := strings.CutSuffix(pattern, "/**")
		fits, _ := path.Match(pattern, dir)
		return strings.HasPrefix(pattern, dir+"/") || p.Has(dir, "package.json") && // above a package, or one
			(fits || below && strings.HasPrefix(dir, whole+"/"))
	})
}

// Package returns the directory of the project's package of a name, or "".
func (p *Checkout) Package(name string) string {
	if p.packages == nil {
		p.packages = map[string]string{}
		for _, dir := range p.Dirs {
			var m struct{ Name string }
			if p.JSON(dir, "package.json", &m) && p.packages[m.Name] == "" {
				p.packages[m.Name] = dir
			}
		}
	}
	return p.packages[name]
}

// Manager returns the package manager of a directory, and the file that shows it.
func (p *Checkout) Manager(dir string) (name, file string) {
	for at := dir; ; {
		for _, m := range sources.Node.Own() {
			if p.Has(at, m.File) {
				return m.Program(), filepath.Join(at, m.File)
			}
		}
		var m struct {
			PackageManager string `json:"packageManager"`
		}
		if p.JSON(at, "package.json", &m); m.PackageManager != "" {
			name, _, _ := strings.Cut(m.PackageManager, "@")
			return name, filepath.Join(at, "package.json")
		}
		if at == "." {
			return "npm", ""
		}
		at = filepath.Join(at, "..")
	}
}

// Install is the command that installs the packages of a directory, and where it is run.
func (p *Checkout) Install(dir string) string {
	manager, lock := p.Manager(dir)
	if lock != "" {
		dir = path.Dir(lock)
	}
	if dir == "." {
		return manager + " install"
	}
	return "cd " + dir + " && " + manager + " install"
}

// Uninstalled reports whether the package.json of a directory lists packages, and none are there.
func (p *Checkout) Uninstalled(dir string) bool {
	var m struct{ Dependencies, DevDependencies map[string]string }
	at, _ := p.Upwards(dir, "node_modules", ".pnp.cjs")
	return at == "" && p.JSON(dir, "package.json", &m) && len(m.Dependencies)+len(m.DevDependencies) > 0
}

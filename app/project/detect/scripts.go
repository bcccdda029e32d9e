package detect

import (
	"path/filepath"
	"strings"

	"devservers/app/project/sources"
)

// manifest is what is read of a package.json.
type manifest struct {
	Name           string            `json:"name"`
	Scripts        map[string]string `json:"scripts"`
	PackageManager string            `json:"packageManager"`
	Workspaces     any               `json:"workspaces"`
	Dependencies   map[string]string `json:"dependencies"`
	Dev            map[string]string `json:"devDependencies"`
}

// manager returns the package manager of a directory, and the file that shows it.
func (p *project) manager(dir string) (name, file string) {
	for at := dir; ; {
		for _, m := range sources.Node.Own() {
			if p.Has(at, m.File) {
				return m.Program(), filepath.Join(at, m.File)
			}
		}
		var m manifest
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

// runs is the command that runs a script of package.json.
func runs(manager, script string) string {
	if script == "start" && manager != "bun" {
		return manager + " start"
	}
	return manager + " run " + script
}

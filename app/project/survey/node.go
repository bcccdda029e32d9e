package survey

import (
	"path/filepath"
	"strings"

	"devservers/app/project/sources"
)

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

// RunScript is the command that runs a script of package.json.
func RunScript(manager, script string) string {
	if script == "start" && manager != "bun" {
		return manager + " start"
	}
	return manager + " run " + script
}

package detect

import (
	"slices"
	"strings"
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

// locks are package managers of Node by their lock files.
var locks = [][2]string{
	{"pnpm-lock.yaml", "pnpm"}, {"yarn.lock", "yarn"}, {"bun.lock", "bun"}, {"bun.lockb", "bun"}, {"package-lock.json", "npm"}, {"pnpm-workspace.yaml", "pnpm"},
}

// manager returns the package manager of a directory, and the file that says so.
func (p *project) manager(dir string) (name, file string) {
	for at := dir; ; {
		for _, lock := range locks {
			if p.has(at, lock[0]) {
				return lock[1], join(at, lock[0])
			}
		}
		var m manifest
		if p.json(at, "package.json", &m); m.PackageManager != "" {
			name, _, _ := strings.Cut(m.PackageManager, "@")
			return name, join(at, "package.json")
		}
		if at == "." {
			return "npm", ""
		}
		at = join(at, "..")
	}
}

// runs is the command that runs a script of package.json.
func runs(manager, script string) string {
	if script == "start" && manager != "bun" {
		return manager + " start"
	}
	return manager + " run " + script
}

// script returns the text of the package script that a command runs: npm run dev, yarn dev, pnpm --dir web dev.
func (p *project) script(dir string, command []string) (text string, ok bool) {
	if len(command) < 2 || !slices.Contains([]string{"npm", "pnpm", "yarn", "bun"}, command[0]) {
		return "", false
	}
	rest := command[1:]
	for len(rest) > 2 && slices.Contains([]string{"--prefix", "-C", "--dir", "--cwd"}, rest[0]) {
		dir, rest = join(dir, rest[1]), rest[2:]
	}
	if rest[0] == "run" || rest[0] == "run-script" {
		rest = rest[1:]
	}
	var m manifest
	if len(rest) == 0 || !p.json(dir, "package.json", &m) {
		return "", false
	}
	text, ok = m.Scripts[rest[0]]
	return text, ok
}

package why

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
)

// manager is a package manager, recognised by the file that it writes.
type manager struct{ file, install, add string }

// The managers of each language, the more specific file first.
var (
	nodeManagers = []manager{
		{"pnpm-lock.yaml", "pnpm install", "pnpm add "}, {"yarn.lock", "yarn install", "yarn add "}, {"bun.lock", "bun install", "bun add "},
		{"bun.lockb", "bun install", "bun add "}, {"package-lock.json", "npm install", "npm install "}, {"package.json", "npm install", "npm install "},
	}
	pythonManagers = []manager{
		{"uv.lock", "uv sync", "uv add "}, {"poetry.lock", "poetry install", "poetry add "}, {"Pipfile.lock", "pipenv install", "pipenv install "},
		{"pdm.lock", "pdm install", "pdm add "}, {"requirements.txt", "-m pip install -r requirements.txt", "-m pip install "},
		{"requirements-dev.txt", "-m pip install -r requirements-dev.txt", "-m pip install "}, {"pyproject.toml", "-m pip install -e .", "-m pip install "},
	}
)

// used returns the manager of the project and its file, which is in the nearest directory that has one.
func (c *clues) used(list []manager) (manager, string) {
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = m.file
	}
	path := c.near(names...)
	if i := slices.Index(names, filepath.Base(path)); path != "" && i >= 0 {
		return list[i], path
	}
	return manager{}, ""
}

// pythonInstall returns the command that installs the listed packages, or that adds one that is not listed.
func (c *clues) pythonInstall(module string) (file, command string) {
	dist := distributions[module]
	if dist == "" {
		dist = strings.ReplaceAll(module, "_", "-")
	}
	m, file := c.used(pythonManagers)
	python := c.interpreter()
	switch {
	case file == "":
		return "", python + " -m pip install " + dist
	case c.lists(file, dist) || c.lists(c.near("pyproject.toml"), dist):
		command = m.install
	default:
		command = m.add + dist
	}
	if strings.HasPrefix(command, "-m ") {
		command = python + " " + command
	}
	return file, command
}

// interpreter returns the Python that ran, or else python3.
func (c *clues) interpreter() string {
	if len(c.argv) > 0 && strings.Contains(filepath.Base(c.argv[0]), "python") {
		return c.argv[0]
	}
	return "python3"
}

// lists reports whether a file of requirements names a distribution. In names, - _ and . are the same (PEP 503).
func (c *clues) lists(file, dist string) bool {
	if file == "" {
		return false
	}
	parts := regexp.MustCompile(`[-_.]+`).Split(dist, -1)
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile(`(?im)(?:^|["'\s])` + strings.Join(parts, "[-_.]+") + `(?:$|[^\w.-])`).MatchString(read(file))
}

// packageJSON is what the rules read of a package.json.
type packageJSON struct {
	Scripts                                                               map[string]string
	Dependencies, DevDependencies, PeerDependencies, OptionalDependencies map[string]string
	PackageManager                                                        string
	Engines                                                               map[string]string
}

func (c *clues) packageJSON() (p packageJSON, file string) {
	file = c.near("package.json")
	_ = json.Unmarshal([]byte(read(file)), &p) // an unreadable one lists nothing
	return p, file
}

func (p packageJSON) lists(name string) bool {
	for _, list := range []map[string]string{p.Dependencies, p.DevDependencies, p.PeerDependencies, p.OptionalDependencies} {
		if _, ok := list[name]; ok {
			return true
		}
	}
	return false
}

// nodeManager returns the manager that package.json names, or whose lock file exists.
func (c *clues) nodeManager(p packageJSON) manager {
	name, _, _ := strings.Cut(p.PackageManager, "@")
	m, _ := c.used(nodeManagers)
	for _, other := range nodeManagers {
		if name != "" && strings.HasPrefix(other.install, name+" ") {
			return other
		}
	}
	if m.install == "" {
		m = nodeManagers[len(nodeManagers)-1]
	}
	return m
}

// nodeModule finds an imported package or file that does not exist.
func nodeModule(c *clues, _ int, m []string) *app.Finding {
	name := m[1]
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/") || strings.HasPrefix(name, "@/") || strings.HasPrefix(name, "~/") || strings.HasPrefix(name, "file:") {
		return c.missingFile(name)
	}
	if strings.HasPrefix(name, "node:") {
		return nil
	}
	name = packageOf(name)
	p, file := c.packageJSON()
	use := c.nodeManager(p)
	f := &app.Finding{Kind: app.FindingModule, Problem: "the package " + name + " is not installed", Fix: c.in(file, use.install)}
	switch {
	case file == "":
		f.Evidence = []string{"there is no package.json in " + c.dir}
		f.Fix = "npm install " + name
	case !p.lists(name):
		f.Evidence, f.Fix = []string{c.shown(file) + " does not list it"}, c.in(file, use.add+name)
	default:
		f.Evidence = []string{c.shown(file) + " lists it"}
	}
	return f
}

// packageOf returns the package of an import: react-dom for react-dom/client, @a/b for @a/b/c.
func packageOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if strings.HasPrefix(name, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// shellCommand finds a program that a script of package.json calls, and that only node_modules would have.
func shellCommand(c *clues, _ int, m []string) *app.Finding {
	p, file := c.packageJSON()
	use := c.nodeManager(p)
	if file == "" {
		return &app.Finding{Kind: app.FindingExecutable, Problem: "the program " + m[1] + " is not installed", Fix: "install it, or write its path"}
	}
	f := &app.Finding{Kind: app.FindingModule, Problem: "the program " + m[1] + ", which a script of package.json calls, is not installed",
		Evidence: []string{"the project has " + c.shown(file)}, Fix: c.in(file, use.install)}
	if !slices.ContainsFunc([]string{m[1], "@" + m[1] + "/cli", m[1] + "-cli"}, p.lists) {
		f.Fix += ", or install " + m[1] + " if no package contains it"
	}
	return f
}

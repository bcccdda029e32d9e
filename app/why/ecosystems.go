package why

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
)

// manager is a package manager, recognised by a file of the project, and the command that installs what the file lists.
type manager struct{ file, install string }

// ecosystem is a language with its package managers, the more specific file first.
type ecosystem struct {
	name     string // for "the ... package x"
	managers []manager
	dir      string // into which the packages are installed; "" = outside of the project
}

// The ecosystems whose manifests are known.
var (
	node = &ecosystem{"", []manager{
		{"pnpm-lock.yaml", "pnpm install"}, {"yarn.lock", "yarn install"}, {"bun.lock", "bun install"}, {"bun.lockb", "bun install"},
		{"package-lock.json", "npm install"}, {"package.json", "npm install"},
	}, "node_modules"}
	python = &ecosystem{"Python ", []manager{
		{"uv.lock", "uv sync"}, {"poetry.lock", "poetry install"}, {"Pipfile.lock", "pipenv install"}, {"Pipfile", "pipenv install"}, {"pdm.lock", "pdm install"},
		{"requirements.txt", "-m pip install -r requirements.txt"}, {"requirements-dev.txt", "-m pip install -r requirements-dev.txt"},
		{"pyproject.toml", "-m pip install -e ."},
	}, ""}
	ruby   = &ecosystem{"Ruby ", []manager{{"Gemfile", "bundle install"}}, ""}
	golang = &ecosystem{"Go ", []manager{{"go.mod", "go mod download"}}, ""}
	rust   = &ecosystem{"Rust ", []manager{{"Cargo.toml", "cargo fetch"}}, ""}
	php    = &ecosystem{"PHP ", []manager{{"composer.json", "composer install"}}, "vendor"}
	perl   = &ecosystem{"Perl ", []manager{{"cpanfile", "cpanm --installdeps ."}, {"Makefile.PL", "cpanm --installdeps ."}, {"Build.PL", "cpanm --installdeps ."}}, ""}
	elixir = &ecosystem{"Elixir ", []manager{{"mix.exs", "mix deps.get"}}, "deps"}
	java   = &ecosystem{"Java ", []manager{
		{"mvnw", "./mvnw install"}, {"pom.xml", "mvn install"}, {"gradlew", "./gradlew build"}, {"build.gradle.kts", "gradle build"}, {"build.gradle", "gradle build"},
	}, ""}
	deno   = &ecosystem{"", []manager{{"deno.json", "deno install"}, {"deno.jsonc", "deno install"}, {"package.json", "deno install"}}, ""}
	lua    = &ecosystem{"Lua ", nil, ""}
	dotnet = &ecosystem{".NET ", []manager{{"packages.lock.json", "dotnet restore"}, {"global.json", "dotnet restore"}, {"Directory.Packages.props", "dotnet restore"}}, ""}
	dart   = &ecosystem{"Dart ", []manager{{"pubspec.yaml", "dart pub get"}}, ""}
)

// used returns the manager of the project and its file, which is in the nearest directory that has one.
func (c *clues) used(e *ecosystem) (manager, string) {
	names := make([]string, len(e.managers))
	for i, m := range e.managers {
		names[i] = m.file
	}
	path := c.near(names...)
	i := slices.Index(names, filepath.Base(path))
	if path == "" || i < 0 {
		return manager{}, ""
	}
	m := e.managers[i]
	if e == node {
		m = c.nodeManager(m)
	}
	if strings.HasPrefix(m.install, "-m ") {
		m.install = c.interpreter() + " " + m.install
	}
	return m, path
}

// nodeManager returns the manager that package.json names, or else m, whose file exists.
func (c *clues) nodeManager(m manager) manager {
	p, _ := c.packageJSON()
	name, _, _ := strings.Cut(p.PackageManager, "@")
	for _, other := range node.managers {
		if name != "" && strings.HasPrefix(other.install, name+" ") {
			return other
		}
	}
	return m
}

// manifests are the files, besides those of the managers, in which packages are listed.
var manifests = map[*ecosystem][]string{
	node: {"package.json"}, python: {"pyproject.toml", "setup.py", "setup.cfg", "Pipfile"}, java: {"pom.xml", "build.gradle", "build.gradle.kts"},
	perl: {"cpanfile"}, elixir: {"mix.exs"}, deno: {"deno.json", "deno.jsonc", "package.json"},
}

// lists returns the manifest of the project that lists one of the names, or "".
func (c *clues) lists(e *ecosystem, names ...string) string {
	files := manifests[e]
	for _, m := range e.managers {
		files = append(files[:len(files):len(files)], m.file)
	}
	for _, name := range files {
		if file := c.near(name); file != "" && slices.ContainsFunc(names, func(n string) bool { return mentions(read(file), n) }) {
			return file
		}
	}
	return ""
}

// mentions reports whether the text of a manifest names a package. In names, - _ and . are the same (PEP 503).
func mentions(text, name string) bool {
	parts := regexp.MustCompile(`[-_.]+`).Split(name, -1)
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile(`(?im)(?:^|["'\s:,(<>])` + strings.Join(parts, "[-_.]+") + `(?:$|[^\w./-])`).MatchString(text)
}

// lacks returns the finding that a package is not installed. names are those that a manifest may list it by. One that no
// manifest lists may be a misspelled or a hostile name, so the fix never installs it.
func (c *clues) lacks(e *ecosystem, problem string, names ...string) *app.Finding {
	f := &app.Finding{Kind: app.FindingModule, Problem: problem}
	m, file := c.used(e)
	if file == "" {
		f.Evidence = []string{"no manifest in the project lists it"}
		f.Fix = "check the name, and ask before installing " + names[0] + ": no manifest lists it"
		return f
	}
	listed := c.lists(e, names...)
	switch {
	case listed != "":
		f.Evidence, f.Fix = []string{c.shown(listed) + " lists it"}, c.in(file, m.install)
	case e.dir != "" && existing(filepath.Join(filepath.Dir(file), e.dir)) == "":
		f.Evidence = []string{"the packages of " + c.shown(file) + " are not installed: " + e.dir + " does not exist"}
		f.Fix = c.in(file, m.install) + "; " + names[0] + " itself is in no manifest"
	default:
		f.Evidence = []string{c.shown(file) + " does not list it"}
		f.Fix = "check the name, and ask before adding " + names[0] + " to " + c.shown(c.manifest(e, file))
	}
	return f
}

// manifest returns the file that people edit to add a package.
func (c *clues) manifest(e *ecosystem, file string) string {
	if own := c.near(manifests[e]...); own != "" {
		return own
	}
	return file
}

// interpreter returns the Python that ran, or else python3.
func (c *clues) interpreter() string {
	if len(c.argv) > 0 && strings.Contains(filepath.Base(c.argv[0]), "python") {
		return c.argv[0]
	}
	return "python3"
}

// packageJSON is what the rules read of a package.json.
type packageJSON struct {
	Scripts        map[string]string
	PackageManager string
}

func (c *clues) packageJSON() (p packageJSON, file string) {
	file = c.near("package.json")
	_ = json.Unmarshal([]byte(read(file)), &p) // an unreadable one has none
	return p, file
}

package sources

import (
	"path/filepath"
	"slices"
	"strings"
)

// Manager is a package manager, recognized by a file of the project, and the command that installs what the file lists.
type Manager struct{ File, Install string }

// Ecosystem is a language with its package managers, the more specific file first.
type Ecosystem struct {
	name     string // for "the ... package x"
	managers []Manager
	Dir      string // into which the packages are installed; "" = outside of the project
}

// The ecosystems whose manifests are known.
var (
	Node = &Ecosystem{"", []Manager{
		{"pnpm-lock.yaml", "pnpm install"}, {"yarn.lock", "yarn install"}, {"bun.lock", "bun install"},
		{"bun.lockb", "bun install"},
		{"package-lock.json", "npm install"}, {"pnpm-workspace.yaml", "pnpm install"}, {"package.json", "npm install"},
	}, "node_modules"}
	Python = &Ecosystem{"Python ", []Manager{
		{"uv.lock", "uv sync"}, {"poetry.lock", "poetry install"}, {"Pipfile.lock", "pipenv install --dev"},
		{"Pipfile", "pipenv install --dev"}, {"pdm.lock", "pdm install"},
		{"requirements.txt", "-m pip install -r requirements.txt"},
		{"requirements-dev.txt", "-m pip install -r requirements-dev.txt"},
		{"pyproject.toml", "-m pip install -e ."},
	}, ""}
	Ruby   = &Ecosystem{"Ruby ", []Manager{{"Gemfile", "bundle install"}}, ""}
	Golang = &Ecosystem{"Go ", []Manager{{"go.mod", "go mod download"}}, ""}
	Rust   = &Ecosystem{"Rust ", []Manager{{"Cargo.toml", "cargo fetch"}}, ""}
	PHP    = &Ecosystem{"PHP ", []Manager{{"composer.json", "composer install"}}, "vendor"}
	Perl   = &Ecosystem{"Perl ", []Manager{{"cpanfile", "cpanm --installdeps ."}, {"Makefile.PL", "cpanm --installdeps ."},
		{"Build.PL", "cpanm --installdeps ."}}, ""}
	Elixir = &Ecosystem{"Elixir ", []Manager{{"mix.exs", "mix deps.get"}}, "deps"}
	Java   = &Ecosystem{"Java ", []Manager{
		{"mvnw", "./mvnw install"}, {"pom.xml", "mvn install"}, {"gradlew", "./gradlew build"},
		{"build.gradle.kts", "gradle build"}, {"build.gradle", "gradle build"},
	}, ""}
	Deno = &Ecosystem{"", []Manager{{"deno.json", "deno install"}, {"deno.jsonc", "deno install"},
		{"package.json", "deno install"}}, ""}
	Dotnet = &Ecosystem{".NET ", []Manager{{"packages.lock.json", "dotnet restore"}, {"global.json", "dotnet restore"},
		{"Directory.Packages.props", "dotnet restore"}}, ""}
	Dart = &Ecosystem{"Dart ", []Manager{{"pubspec.yaml", "dart pub get"}}, ""}
)

// Own returns the managers whose file belongs to them alone, unlike package.json and requirements.txt.
func (e *Ecosystem) Own() []Manager {
	return slices.DeleteFunc(slices.Clone(e.managers), func(m Manager) bool {
		return m.File == "package.json" || strings.HasPrefix(m.Install, "-m ")
	})
}

// Program returns the manager's own command, such as pnpm.
func (m Manager) Program() string { return strings.Fields(m.Install)[0] }

// Used returns the manager of the project and its file, which is in the nearest directory that has one.
func (p *Project) Used(e *Ecosystem) (Manager, string) {
	if e == Node {
		return p.node()
	}
	names := make([]string, len(e.managers))
	for i, m := range e.managers {
		names[i] = m.File
	}
	path := p.Near(names...)
	i := slices.Index(names, filepath.Base(path))
	if path == "" || i < 0 {
		return Manager{}, ""
	}
	m := e.managers[i]
	if strings.HasPrefix(m.Install, "-m ") {
		m.Install = p.Interpreter() + " " + m.Install
	}
	return m, path
}

// manifests are the files that list packages, apart from the managers' own files.
var manifests = map[*Ecosystem][]string{
	Node: {"package.json"}, Python: {"pyproject.toml", "setup.py", "setup.cfg", "Pipfile"},
	Java: {"pom.xml", "build.gradle", "build.gradle.kts"},
	Perl: {"cpanfile"}, Elixir: {"mix.exs"}, Deno: {"deno.json", "deno.jsonc", "package.json"},
}

// Manifest returns the file that people edit to add a package.
func (p *Project) Manifest(e *Ecosystem, file string) string {
	if own := p.Near(manifests[e]...); own != "" {
		return own
	}
	return file
}

// Interpreter returns the Python that ran, or else python3.
func (p *Project) Interpreter() string {
	if len(p.Argv) > 0 && strings.Contains(filepath.Base(p.Argv[0]), "python") {
		return p.Argv[0]
	}
	return "python3"
}

package sources

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// outputs are directories into which builds write.
var outputs = []string{"dist", "build", "out", "target", ".next", ".output", ".svelte-kit", "output", "lib", "bin",
	"_build", "compiled", "public", "release", ".nuxt"}

// builders are manifests and the command that builds what they describe. The command of package.json depends on its
// scripts.
var builders = []struct{ file, dir, command string }{
	{"package.json", "", ""}, {"mvnw", "target", "./mvnw package"}, {"pom.xml", "target", "mvn package"},
	{"gradlew", "build", "./gradlew build"},
	{"build.gradle", "build", "gradle build"}, {"build.gradle.kts", "build", "gradle build"},
	{"Cargo.toml", "target", "cargo build"},
	{"Makefile", "", "make"}, {"build.xml", "", "ant"},
	{"CMakeLists.txt", "build", "cmake -B build && cmake --build build"}, {"go.mod", "bin", "go build"},
	{"mix.exs", "_build", "mix release"},
}

// Builds returns the command that makes the missing file or directory path, and the manifest from which, or "".
func (p *Project) Builds(path string) (command, file string) {
	rel, err := filepath.Rel(p.Dir, path)
	if err != nil || !filepath.IsLocal(rel) || !slices.ContainsFunc(strings.Split(rel, "/"),
		func(part string) bool { return slices.Contains(outputs, part) }) {
		return "", ""
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		for _, b := range builders {
			file := filepath.Join(dir, b.file)
			if Existing(file) == "" || b.dir != "" && !strings.HasPrefix(path, filepath.Join(dir, b.dir)) {
				continue
			}
			if command := p.buildCommand(b.file, b.command, file, path); command != "" {
				return command, file
			}
		}
		if !p.below(dir) && dir != p.Dir || dir == p.Dir {
			return "", ""
		}
	}
}

func (p *Project) buildCommand(kind, command, file, path string) string {
	name := regexp.QuoteMeta(filepath.Base(path))
	switch kind {
	case "package.json":
		at := Project{Dir: p.Dir, WorkDir: filepath.Dir(file)}
		m, _ := at.Used(Node)
		scripts := Package(file).Scripts
		for _, script := range []string{"build", "compile", "bundle", "prepare", "dist"} {
			if scripts[script] != "" {
				return m.Program() + " run " + script
			}
		}
		if Existing(filepath.Join(filepath.Dir(file), "tsconfig.json")) != "" {
			return "npx tsc"
		}
		return ""
	case "Makefile":
		if m := regexp.MustCompile(`(?m)^([\w./-]*` + name + `|build|all)\s*:`).FindStringSubmatch(Read(file)); m != nil {
			return "make " + m[1]
		}
		return ""
	case "go.mod":
		if main := p.mainPackage(); main != "" {
			return "go build -o " + p.Shown(path) + " " + main
		}
		return ""
	case "Cargo.toml":
		if strings.Contains(path, "/release/") {
			return command + " --release"
		}
	}
	return command
}

var packageMain = lazily(`(?m)^package main\s*$`)

// mainPackage returns the path of a package main of Go in the project, such as ./cmd/server, or "".
func (p *Project) mainPackage() string {
	dir := p.Search(func(dir string) bool {
		list, _ := filepath.Glob(filepath.Join(GlobSafe(dir), "*.go"))
		return slices.ContainsFunc(list, func(file string) bool {
			return !strings.HasSuffix(file, "_test.go") && packageMain().MatchString(Read(file))
		})
	})
	if rel, err := filepath.Rel(p.WorkDir, dir); dir != "" && err == nil && rel != "." {
		return "./" + rel
	}
	return dir
}

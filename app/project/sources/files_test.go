package sources

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// project writes files and returns the project of them, whose command runs in workDir.
func project(t *testing.T, workDir string, written map[string]string) *Project {
	t.Helper()
	dir := t.TempDir()
	for name, text := range written {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &Project{Dir: dir, WorkDir: filepath.Join(dir, workDir)}
}

func TestVersionsAreCompared(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		language, version, constraint string
		want                          bool
	}{
		{"Python", "3.11", ">=3.12", false}, {"Python", "3.11", ">=3.9,<3.12", true},
		{"Python", "3.12", ">=3.9,<3.12", false}, {"Python", "3.11", "^3.10", true},
		{"Node", "20.20.2", ">=22.5", false}, {"Node", "20.20.2", "^18 || ^20", true}, {"Node", "20.20.2", "22.x", false},
		{"Node", "20.20.2", "20", true},
		{"Ruby", "3.1", "~> 3.3", false}, {"Ruby", "3.1", "3.1.2", true}, {"PHP", "8.2.36", ">=8.4", false},
		{"PHP", "8.2.36", "^8.1", true},
		{"Go", "1.26.8", "1.21", true}, {"Go", "1.20", "1.21", false}, {"Node", "20.1.0", "lts/*", true},
		{"Python", "3.11", "", true},
	} {
		if got := Satisfies(c.language, c.version, c.constraint); got != c.want {
			t.Errorf("%s %s for %q: %v", c.language, c.version, c.constraint, got)
		}
	}
}

func TestTheRootOfAWorkspaceDecides(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files         map[string]string
		install, file string
	}{
		"lock file above": {map[string]string{"package.json": "{}", "pnpm-lock.yaml": "", "apps/web/package.json": "{}"},
			"pnpm install", "pnpm-lock.yaml"},
		"packageManager": {map[string]string{"package.json": `{"packageManager": "yarn@4"}`, "apps/web/package.json": "{}"},
			"yarn install", "package.json"},
		"workspaces": {map[string]string{"package.json": `{"workspaces": ["apps/*"]}`, "apps/web/package.json": "{}"},
			"npm install", "package.json"},
		"own lock file": {map[string]string{"package.json": "{}", "yarn.lock": "", "apps/web/package.json": "{}",
			"apps/web/bun.lock": ""}, "bun install", "apps/web/bun.lock"},
		"one package": {map[string]string{"apps/web/package.json": "{}"}, "npm install", "apps/web/package.json"},
		"none":        {map[string]string{"apps/web/x": ""}, "", ""},
	} {
		p := project(t, "apps/web", c.files)
		m, file := p.Used(Node)
		if file != "" {
			file = p.Shown(file)
		}
		if m.Install != c.install || file != c.file {
			t.Errorf("%s: %q in %q", name, m.Install, file)
		}
	}
}

func TestMalformedFilesAreLocated(t *testing.T) {
	t.Parallel()
	p := project(t, "", map[string]string{
		"a.json": "{\n \"a\": 1,\n}\n", "b.toml": "a = 1\nb = \n", "c.yaml": "a:\n  b: 1\n c: 2\n",
		"d.xml": "<a>\n<b>\n</a>\n", "e.json": "",
		"f.json": "{}", "tsconfig.json": "{ // comments\n}", "g.txt": "{",
	})
	for name, line := range map[string]int{"a.json": 3, "b.toml": 2, "c.yaml": 3, "d.xml": 3, "e.json": 1, "f.json": 0,
		"tsconfig.json": 0, "g.txt": 0, "none.json": 0} {
		at, wrong := Malformed(filepath.Join(p.Dir, name))
		if wrong != (line > 0) || at.Line != line {
			t.Errorf("%s: %v %+v", name, wrong, at)
		}
	}
}

func TestBuildsAreKnown(t *testing.T) {
	t.Parallel()
	p := project(t, "", map[string]string{"package.json": `{"scripts": {"build": "tsc"}}`, "pnpm-lock.yaml": "",
		"svc/pom.xml": "", "cmd/api/main.go": "package main\n"})
	for path, want := range map[string]string{"dist/server.js": "pnpm run build", "svc/target/a.jar": "mvn package",
		"src/x.js": ""} {
		if got, _ := p.Builds(filepath.Join(p.Dir, path)); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
	if main := p.mainPackage(); main != "./cmd/api" {
		t.Error(main)
	}
}

func TestPatternsCompile(t *testing.T) {
	t.Parallel()
	for _, p := range []func() *regexp.Regexp{bound, dataName, inPath, packageMain, validFile, withComments} {
		p()
	}
	for _, places := range wanted {
		for _, w := range places {
			regexp.MustCompile(w[1])
		}
	}
	for _, f := range frameworks {
		regexp.MustCompile(f.makes)
		regexp.MustCompile(f.serves)
	}
}

func TestExitsNamesTheOnlyLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := &Project{Dir: dir, WorkDir: dir}
	if err := os.WriteFile(filepath.Join(dir, "a.js"),
		[]byte("check();\nif (!ok) process.exit(3);\nprocess.exit(1);\nif (bad) process.exit(1);\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if at := p.Exits(3); at != "a.js:2: if (!ok) process.exit(3);" {
		t.Errorf("%q", at)
	}
	if at := p.Exits(1); at != "" {
		t.Errorf("two lines: %q", at)
	}
}

package lacks

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app/project/sources"
)

// written returns a directory with these files.
func written(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestPackagesAreInstalledOnlyIfListed(t *testing.T) {
	t.Parallel()
	dir := written(t, map[string]string{"package.json": `{"dependencies": {"express": "^5"}, "scripts": {"dev": "vite"}}`, "Makefile": "serve:\n\ttrue\n", "node_modules/x/a.js": ""})
	o := Of{Project: &sources.Project{Dir: dir, WorkDir: dir}}
	if f := o.Package(sources.Node, "x", "express"); f.Fix != "npm install" {
		t.Errorf("%+v", f)
	}
	if f := o.Package(sources.Node, "x", "expres"); !strings.HasPrefix(f.Fix, "check the name, and ask") {
		t.Errorf("%+v", f)
	}
	if f := o.Script([]string{"", "deev"}); !strings.Contains(f.Fix, "did you mean dev?") {
		t.Errorf("%+v", f)
	}
	if got := o.MeantTarget("serv"); got != ": did you mean serve?" {
		t.Error(got)
	}
}

func TestPackageWithoutTheModuleIsInstalled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"venv/pyvenv.cfg", "venv/bin/python", "venv/lib/python3.12/site-packages/shoplib/server.py"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := Of{Project: &sources.Project{Dir: dir, WorkDir: dir, Argv: []string{"venv/bin/python"}}}
	if f := o.PythonModule([]string{"", "shoplib.sever"}); f.Problem != "the Python package shoplib has no module sever" || !strings.Contains(f.Fix, "shoplib.server") {
		t.Errorf("%+v", f)
	}
	if f := o.PythonModule([]string{"", "shoplib.server"}); !strings.Contains(f.Problem, "is not installed") {
		t.Errorf("%+v", f)
	}
}

// TestPackagesAboveAreInstalled: Node finds packages in the node_modules of all directories above.
func TestPackagesAboveAreInstalled(t *testing.T) {
	t.Parallel()
	dir := written(t, map[string]string{"apps/web/package.json": `{"dependencies": {"express": "^5"}}`})
	app := filepath.Join(dir, "apps", "web")
	o := Of{Project: &sources.Project{Dir: app, WorkDir: app}}
	if f := o.Package(sources.Node, "x", "express"); strings.Join(f.Evidence, "; ") != "package.json lists it; node_modules does not exist" {
		t.Errorf("%+v", f)
	}
	if err := os.Mkdir(filepath.Join(dir, "node_modules"), 0o755); err != nil {
		t.Fatal(err)
	}
	if f := o.Package(sources.Node, "x", "express"); strings.Join(f.Evidence, "; ") != "package.json lists it" || f.Fix != "npm install" {
		t.Errorf("%+v", f)
	}
	if f := o.Package(sources.Node, "x", "vite"); strings.Contains(f.Fix, "npm install") || strings.Contains(strings.Join(f.Evidence, ""), "does not exist") {
		t.Errorf("%+v", f)
	}
}

func TestScriptIsLookedForWhereTheCommandSays(t *testing.T) {
	t.Parallel()
	dir := written(t, map[string]string{"package.json": `{"scripts": {"dev": "x", "all": "cd web && npm run serve"}}`, "web/package.json": `{"scripts": {"build": "x"}}`})
	for _, argv := range [][]string{{"npm", "--prefix", "web", "run", "dev"}, {"pnpm", "--dir=web", "dev"}, {"sh", "-c", "cd web && npm run dev"}} {
		o := Of{Project: &sources.Project{Dir: dir, WorkDir: dir, Argv: argv}}
		if f := o.Script([]string{"", "dev"}); f.Problem != "web/package.json has no script dev" {
			t.Errorf("%v: %+v", argv, f)
		}
	}
	o := Of{Project: &sources.Project{Dir: dir, WorkDir: dir, Argv: []string{"npm", "run", "all"}}}
	if f := o.Script([]string{"", "serve"}); f.Problem != "web/package.json has no script serve" {
		t.Errorf("%+v", f)
	}
	o.Argv = []string{"npm", "run", "dev", "-w", "other"}
	if f := o.Script([]string{"", "dev"}); f.Problem != "the package.json that was used has no script dev" {
		t.Errorf("%+v", f)
	}
}

package lacks

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app/why/files"
)

func TestPackagesAreInstalledOnlyIfListed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"package.json": `{"dependencies": {"express": "^5"}, "scripts": {"dev": "vite"}}`, "Makefile": "serve:\n\ttrue\n", "node_modules/x/a.js": ""} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := Of{Project: &files.Project{Dir: dir, WorkDir: dir}}
	if f := o.Package(files.Node, "x", "express"); f.Fix != "npm install" {
		t.Errorf("%+v", f)
	}
	if f := o.Package(files.Node, "x", "expres"); !strings.HasPrefix(f.Fix, "check the name, and ask") {
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
	o := Of{Project: &files.Project{Dir: dir, WorkDir: dir, Argv: []string{"venv/bin/python"}}}
	if f := o.PythonModule([]string{"", "shoplib.sever"}); f.Problem != "the Python package shoplib has no module sever" || !strings.Contains(f.Fix, "shoplib.server") {
		t.Errorf("%+v", f)
	}
	if f := o.PythonModule([]string{"", "shoplib.server"}); !strings.Contains(f.Problem, "is not installed") {
		t.Errorf("%+v", f)
	}
}

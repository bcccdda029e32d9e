package resolve

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"devservers/app/project/sources"
)

// project writes empty files, or those with a text, and returns the project whose command runs in workDir.
func project(t *testing.T, workDir string, written map[string]string) *sources.Project {
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
	return &sources.Project{Dir: dir, WorkDir: filepath.Join(dir, workDir)}
}

func TestNearFile(t *testing.T) {
	t.Parallel()
	p := project(t, "", map[string]string{"src/components/Header.jsx": "", "src/lib/db.ts": "", "requirements/dev.txt": "", "web/templates/index.html": "", "web/templates/cart.html": "",
		"config/settings.yml": "", "src/util/index.ts": "", "api/src/server.js": "", ".env.example": ""})
	for _, c := range []struct {
		name, want string
		how        How
	}{
		{"src/components/header", "src/components/Header.jsx", Case},
		{"src/Components/Header", "src/components/Header.jsx", Case},
		{"src/lib/db", "src/lib/db.ts", Extension},
		{"src/lib/db.js", "src/lib/db.ts", Extension},
		{"src/lib/dbb", "src/lib/db.ts", None},
		{"src/componets/Header", "src/components/Header.jsx", Spelling},
		{"requirements.txt", "requirements/dev.txt", Inside},
		{"src/util", "src/util/index.ts", Inside},
		{"config/settings.yaml", "config/settings.yml", Extension},
		{"src/server.js", "api/src/server.js", Elsewhere},
		{"templates/index.html", "web/templates/index.html", Elsewhere},
		{"lib/db", "src/lib/db.ts", Elsewhere},
		{"nothing/like.this", "", None},
	} {
		m := Near(p, filepath.Join(p.Dir, c.name))
		if c.how == None {
			c.want = ""
		}
		if m.Path != "" {
			m.Path = p.Shown(m.Path)
		}
		if m.Path != c.want || m.How != c.how && c.want != "" {
			t.Errorf("%s: %+v, want %s", c.name, m, c.want)
		}
	}
}

func TestAliasesExpand(t *testing.T) {
	t.Parallel()
	p := project(t, "", map[string]string{
		"tsconfig.json":  "{ // of the app\n  \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"@/*\": [\"src/*\"], \"config\": [\"./src/config.ts\"], }, /* a */ },\n}",
		"package.json":   `{"imports": {"#db/*": "./src/db/*"}}`,
		"vite.config.ts": "export default { resolve: { alias: { '~': path.resolve(__dirname, './app'), \"@ui\": fileURLToPath(new URL('./ui/src', import.meta.url)) } } }",
	})
	for name, want := range map[string]string{"@/lib/db": "src/lib/db", "config": "src/config.ts", "#db/pool.js": "src/db/pool.js", "~/cart": "app/cart", "@ui/Button": "ui/src/Button", "react": "", "@scope/x": ""} {
		got := ""
		for _, a := range Aliases(p, p.Dir) {
			if path := a.Expands(name); path != "" {
				got = p.Shown(path)
				break
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestWorkingDirHasAllFilesOfTheCommand(t *testing.T) {
	t.Parallel()
	p := project(t, "web", map[string]string{"web/package.json": "", "web/app.json": "", "api/src/server.js": "", "other/src/server.js": "", "other/app.json": ""})
	p.Argv = []string{"node", "src/server.js"}
	if got := WorkingDirs(p, filepath.Join(p.WorkDir, "src/server.js")); len(got) != 2 || p.Shown(got[0]) != "api" {
		t.Error(got)
	}
	p.Argv = []string{"node", "src/server.js", "--config=app.json"}
	if got := WorkingDir(p, filepath.Join(p.WorkDir, "src/server.js")); p.Shown(got) != "other" {
		t.Error(got)
	}
}

func TestModuleExports(t *testing.T) {
	t.Parallel()
	p := project(t, "", map[string]string{
		"a.js": "const x = 1\n", "b.js": "module.exports = { connect, close: shut }\n", "c.ts": "export const connect = 1\nexport function close() {}\nexport { x as y }\n",
		"d.mjs": "export default function () {}\n", "e.js": "exports.open = 1\n", "f.ts": "export * from './c'\n",
	})
	read := func(name string) Module { return ModuleAt(filepath.Join(p.Dir, name)) }
	if !read("a.js").Nothing() || read("b.js").Nothing() || read("d.mjs").Nothing() || read("e.js").Nothing() || read("f.ts").Nothing() {
		t.Error("Nothing is wrong")
	}
	for file, name := range map[string]string{"b.js": "close", "c.ts": "y", "d.mjs": "default", "e.js": "open", "f.ts": "any"} {
		if !read(file).Has(name) {
			t.Errorf("%s has %s: %+v", file, name, read(file))
		}
	}
	if got := read("c.ts").Meant("conect"); got != "connect" {
		t.Error(got)
	}
}

func TestImportsOfSource(t *testing.T) {
	t.Parallel()
	p := project(t, "", map[string]string{"a.js": "const users = require('./routes/users');\nconst { Router, json: j } = require(\"express\");\nimport db, { open as o } from './db.js'\nimport * as z from 'zod'\n"})
	want := []Import{{"users", "", "./routes/users", 1, true}, {"Router", "Router", "express", 2, true}, {"j", "json", "express", 2, true}, {"db", "default", "./db.js", 3, false}, {"o", "open", "./db.js", 3, false}, {"z", "", "zod", 4, false}}
	got := Imports(filepath.Join(p.Dir, "a.js"))
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}

func TestUndefinedIsExplainedByItsModule(t *testing.T) {
	t.Parallel()
	p := project(t, "", map[string]string{
		"server.js":       "const users = require('./routes/users');\nconst ctrl = require('./ctrl');\nconst limit = require('p-limit');\nconst esm = require('./esm');\napp.use('/users', users);\napp.get('/', ctrl.lst);\nconst l = limit(4);\nesm();\napp.get('/', ctrl.list);\n",
		"routes/users.js": "const r = 1\n", "ctrl.js": "exports.list = 1\n", "esm.mjs": "", "esm.js": "export default function () {}\n",
		"node_modules/p-limit/package.json": `{"type": "module"}`,
	})
	for line, want := range map[int]string{5: "routes/users.js exports nothing", 6: "ctrl.js does not export lst", 7: "the package p-limit is an ES module", 8: "esm.js is an ES module", 9: ""} {
		got := ""
		if f := Undefined(p, filepath.Join(p.Dir, "server.js"), line); f != nil {
			got = f.Problem
		}
		if !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("line %d: %s, want %s", line, got, want)
		}
	}
}

func TestLinesThatDecideWhatALineUses(t *testing.T) {
	t.Parallel()
	p := project(t, "", map[string]string{
		"config.js": "module.exports = {\n  secret: process.env.APP_SECRET,\n};\n",
		"server.js": "const config = require('./config');\nhmac('sha256', config.secret);\nconnect({\n  password: 'x',\n});\nfetch(`${config.secret}/x`);\n",
	})
	for line, want := range map[int]string{2: "server.js:2 config.js:2", 3: "server.js:3 server.js:4 server.js:5", 6: "server.js:6 config.js:2"} {
		var got []string
		for _, at := range Given(p, filepath.Join(p.Dir, "server.js"), line) {
			got = append(got, p.Shown(at.File)+":"+strconv.Itoa(at.Line))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("line %d: %s, want %s", line, got, want)
		}
	}
}

func TestGoPackagesOfTheProject(t *testing.T) {
	t.Parallel()
	p := project(t, "cmd/web", map[string]string{"go.mod": "module shop\n\ngo 1.24\n", "internal/store/store.go": "", "cmd/web/main.go": "", "templates/a.html": "", "tagged/a.go": "//go:build prod\n\npackage a\n"})
	for name, want := range map[string]string{"shop/internal/stores": "shop/internal/store", "internal/store": "shop/internal/store", "shop/other": "or create other"} {
		if f := GoPackage(p, name, ""); f == nil || !strings.HasSuffix(f.Fix, want) {
			t.Errorf("%s: %+v", name, f)
		}
	}
	p.Argv = []string{"go", "run", "."}
	if f := Pattern(p, "templates/*.html", "", p.WorkDir, false); f == nil || !strings.HasSuffix(f.Fix, "set working_dir: . and write ./cmd/web for . in the command") {
		t.Errorf("%+v", f)
	}
	if f := Excluded(p, filepath.Join(p.Dir, "tagged"), false); !strings.HasPrefix(f.Fix, "pass the tag in the command: -tags prod") {
		t.Errorf("%+v", f)
	}
}

func TestDefaultOfCommonAssignment(t *testing.T) {
	t.Parallel()
	p := project(t, "", map[string]string{
		"package.json": `{"type": "module"}`, "cjs/package.json": "{}",
		"settings.js": "// what the shop needs\nmodule.exports = { title: 1 }\n", "both.js": "export const a = 1\nif (typeof module !== 'undefined') module.exports = { a, b: 2 }\n",
		"kept.cjs": "module.exports = { title: 1 }\n", "cjs/old.js": "exports.title = 1\n", "page.mjs": "exports.title = 1\n",
	})
	for file, want := range map[string]string{"settings.js": "", "both.js": "a", "kept.cjs": "title", "cjs/old.js": "title", "page.mjs": ""} {
		if m := ModuleAt(filepath.Join(p.Dir, file)); strings.Join(m.Names, " ") != want || m.Nothing() != (want == "") {
			t.Errorf("%s: %+v", file, m)
		}
	}
	if err := os.WriteFile(filepath.Join(p.Dir, "index.js"), []byte("import settings from './settings.js'\nsettings.title()\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if f := Undefined(p, filepath.Join(p.Dir, "index.js"), 2); f == nil || !strings.HasPrefix(f.Fix, "write export default in settings.js:2 in place of module.exports") {
		t.Errorf("%+v", f)
	}
}

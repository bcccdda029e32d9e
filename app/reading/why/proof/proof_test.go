package proof

import (
	"os"
	"path/filepath"
	"testing"

	"devservers/app/project/sources"
)

func project(t *testing.T, texts map[string]string) *sources.Project {
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
	return &sources.Project{Dir: dir, WorkDir: dir}
}

func TestReadersOfVariablesAreFound(t *testing.T) {
	t.Parallel()
	for file, text := range map[string]string{
		"app.py": `KEY = os.environ["API_KEY"]`, "a/b.py": `key = env.str("API_KEY")`, "c.py": `key = config("API_KEY", cast=str)`, "server.js": "const key = process.env.API_KEY;",
		"main.go": `key := os.Getenv("API_KEY")`, "conf.go": "Key string `env:\"API_KEY\"`", "app.rb": `ENV.fetch("API_KEY")`, "index.php": `$key = $_ENV['API_KEY'];`, "src/main.rs": `env::var("API_KEY")`,
		"application.properties": "key=${API_KEY}", "run.sh": "exec serve $API_KEY", "settings.py": "class Settings(BaseSettings):\n    api_key: str\n", "App.java": `System.getenv("API_KEY")`,
	} {
		p := project(t, map[string]string{file: "\n" + text})
		if v, ok := Reads(p, "API_KEY"); !ok || v.Line < 2 || p.Shown(v.File) != file {
			t.Errorf("%s: %+v %v", text, v, ok)
		}
	}
}

func TestWhatOnlyHasTheNameReadsNoVariable(t *testing.T) {
	t.Parallel()
	for file, text := range map[string]string{
		"settings.py": `API_KEY = "x"`, "a.py": `# os.environ["API_KEY"]`, "app.js": "const API_KEY = 1; console.log(`${API_KEY}`);", "b.py": `os.environ["API_KEY_2"]`, "c.rb": "ENVIRONMENT_API_KEY",
	} {
		if v, ok := Reads(project(t, map[string]string{file: text}), "API_KEY"); ok {
			t.Errorf("%s: %+v", text, v)
		}
	}
}

func TestSettingsAreFound(t *testing.T) {
	t.Parallel()
	for file, text := range map[string]string{
		"shop/settings.py": "HOSTS = []", "app.py": `app.config["HOSTS"] = x`, "c.py": "app.config.HOSTS = x", "d.py": "HOSTS: list[str] = []", "e.js": "  HOSTS: [],", "f.php": "  'HOSTS' => 1,", "g.php": "define('HOSTS', 1);", "h.py": "HOSTS += ['x']",
	} {
		p := project(t, map[string]string{file: "\n" + text})
		if at, ok := Sets(p, "HOSTS"); !ok || at.Shown(p) != file+":2" {
			t.Errorf("%s: %+v %v", text, at, ok)
		}
	}
	if at, ok := Sets(project(t, map[string]string{"a.py": "if HOSTS == 1: pass\nprint(HOSTS)"}), "HOSTS"); ok {
		t.Errorf("%+v", at)
	}
}

func TestVariablesBehindALineAreFound(t *testing.T) {
	t.Parallel()
	p := project(t, map[string]string{
		"a.mjs": "const url = process.env.CONFIG_URL;\nconst n = process.env.COUNT || 3;\nawait fetch(`${url}/flags`);\nf(n)",
		"b.py":  "import os\nWORKERS = int(os.getenv('WORKERS'))\nNAME = os.getenv('NAME', 'x')\nprint(NAME)",
	})
	for _, want := range []struct {
		file string
		line int
		name string
	}{{"a.mjs", 3, "CONFIG_URL"}, {"a.mjs", 4, ""}, {"b.py", 2, "WORKERS"}, {"b.py", 4, ""}} {
		got := ""
		for _, v := range Behind(p.Found(want.file), want.line, nil) {
			got += v.Name
		}
		if got != want.name {
			t.Errorf("%+v: %s", want, got)
		}
	}
	if list := Behind(p.Found("a.mjs"), 3, map[string]string{"CONFIG_URL": ""}); len(list) > 0 {
		t.Errorf("%+v", list)
	}
}

func TestSettingsOfDjangoAreFound(t *testing.T) {
	t.Parallel()
	p := project(t, map[string]string{"manage.py": "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'shop.settings')", "shop/settings.py": "", "shop/dev.py": ""})
	if file := Settings(p, nil); p.Shown(file) != "shop/settings.py" {
		t.Error(file)
	}
	if file := Settings(p, map[string]string{"DJANGO_SETTINGS_MODULE": "shop.dev"}); p.Shown(file) != "shop/dev.py" {
		t.Error(file)
	}
}

// TestErrorOfAVariableIsTheOneTakenLast: another call after it can have failed.
func TestErrorOfAVariableIsTheOneTakenLast(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "main.go")
	source := "n, err := strconv.Atoi(os.Getenv(\"POOL_SIZE\"))\nif err != nil {\n\tpanic(err)\n}\ndb, err := open()\nif err != nil {\n\tpanic(err)\n}\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[int]int{1: 1, 3: 1, 7: 0} {
		if got := Behind(file, line, nil); len(got) != want {
			t.Errorf("line %d: %+v", line, got)
		}
	}
}

package variables

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/project/sources"
)

func project(t *testing.T, texts map[string]string) *Of {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &Of{Project: &sources.Project{Dir: dir, WorkDir: dir}, Server: "shop/web", Env: map[string]string{}}
}

func TestVariablesNeedProof(t *testing.T) {
	t.Parallel()
	o := project(t, map[string]string{"app.py": "import os\nCACHE_DIR = ''\nURI = 1\nx = os.environ['API_TOKEN']\nDB_URI = os.environ.get('DATABASE_URL')\n"})
	for name, want := range map[string]string{
		"API_TOKEN": "the environment variable API_TOKEN is not set", "CACHE_DIR": "the setting CACHE_DIR (app.py:2) is not accepted",
		"OTHER_THING": "the setting OTHER_THING is not set", "DB_URI": "the environment variable DATABASE_URL is not set",
	} {
		f := o.Named([]string{name})
		if f.Problem != want || (f.Step != nil) != (f.Kind == app.FindingEnv) {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestValueThatIsNotAcceptedIsCorrectedWhereItIs(t *testing.T) {
	t.Parallel()
	o := project(t, map[string]string{"devservers.yml": "servers:\n  web: {command: x, env: {TIMEOUT: 30s}}\n", "app.py": "import os\nt = int(os.environ['TIMEOUT'])\n"})
	o.Env["TIMEOUT"] = "30s"
	f := o.Behind("ValueError: invalid literal for int() with base 10: '30s'", "app.py", 2)
	if f == nil || f.Problem != "the environment variable TIMEOUT is not accepted" || !strings.HasPrefix(f.Fix, "correct its value in devservers.yml:2") {
		t.Errorf("%+v", f)
	}
	if f := o.Behind("ValueError: expected something else", "app.py", 2); f != nil {
		t.Errorf("%+v", f)
	}
	if f := o.Behind("NameError: name 'int' is not defined", "app.py", 2); f != nil {
		t.Errorf("%+v", f)
	}
}

func TestMessageHasAWordOfTheVariable(t *testing.T) {
	t.Parallel()
	o := project(t, map[string]string{"server.js": "const pool = new Pool({ password: process.env.DB_PASSWORD });\n"})
	if f := o.Like("SASL: client password must be a string"); f == nil || f.Problem != "the environment variable DB_PASSWORD is not set" {
		t.Errorf("%+v", f)
	}
	for _, message := range []string{"the port must be a number", "SyntaxError: Unexpected password in JSON"} {
		if f := o.Like(message); f != nil {
			t.Errorf("%+v", f)
		}
	}
}

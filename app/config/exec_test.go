package config

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

func TestExecutablesAreFoundByTheRule(t *testing.T) {
	base := tempDir(t)
	bin, dir := mkdir(t, base, "bin"), mkdir(t, base, "p")
	node := executable(t, filepath.Join(bin, "node"))
	tool := executable(t, filepath.Join(bin, "my-tool"))
	php := executable(t, filepath.Join(bin, "php8.3"))
	executable(t, filepath.Join(bin, "python3"))
	executable(t, filepath.Join(bin, "bash"))
	planted := executable(t, filepath.Join(dir, "node"))
	executable(t, filepath.Join(dir, "bin", "npm"))
	write(t, filepath.Join(bin, "ruby"), "")
	script := executable(t, filepath.Join(dir, "dev.sh"))
	write(t, filepath.Join(dir, "data"), "")
	symlink(t, planted, filepath.Join(bin, "deno"))
	venv := executable(t, filepath.Join(dir, ".venv", "bin", "celery"))
	write(t, filepath.Join(dir, ".venv", "pyvenv.cfg"), "")
	python := symlink(t, filepath.Join(bin, "python3"), filepath.Join(dir, ".venv", "bin", "python"))
	vite := executable(t, filepath.Join(dir, "node_modules", ".bin", "vite"))
	venvBin := filepath.Dir(venv)
	allow := Allow{Extra: []string{"my-tool"}, Projects: []string{dir}, Self: "/opt/devservers"}
	for _, c := range []struct{ argv0, path, want, code string }{
		{"node", bin, node, ""},
		{"php8.3", bin, php, ""},
		{"my-tool", bin, tool, ""},
		{"devservers", bin, "/opt/devservers", ""},
		{"node", dir + ":.:" + bin, node, ""},
		{"node", ".::" + dir, "", CodeExecutableNotFound},
		{"npm", filepath.Join(dir, "bin") + ":" + bin, "", CodeExecutableNotFound},
		{"deno", bin, "", CodeExecutableNotFound},
		{"python", venvBin + ":" + bin, python, ""},
		{"celery", venvBin + ":" + bin, venv, ""},
		{"vite", filepath.Dir(vite), vite, ""},
		{"bash", bin, "", CodeExecutableNotAllowed},
		{"nod", bin, "", CodeExecutableNotAllowed},
		{"ruby", bin, "", CodeNotExecutable},
		{"go", bin, "", CodeExecutableNotFound},
		{"go", "", "", CodeExecutableNotFound},
		{"", bin, "", CodeExecutableNotFound},
		{"no\x00de", bin, "", CodeExecutableNotFound},
		{"..", bin, "", CodeExecutableNotAllowed},
		{"./dev.sh", bin, script, ""},
		{"./node", bin, planted, ""},
		{script, bin, script, ""},
		{tool, "", tool, ""},
		{"./nope", bin, "", CodeExecutableNotFound},
		{"./data", bin, "", CodeNotExecutable},
		{"./bin", bin, "", CodeNotExecutable},
		{".venv/bin/celery", "", venv, ""},
	} {
		got, err := allow.Resolve(c.argv0, dir, c.path)
		var fault *ExecError
		switch {
		case c.want != "" && (err != nil || got != c.want):
			t.Errorf("%q in %q: %s, %v; want %s", c.argv0, c.path, got, err, c.want)
		case c.want == "" && (!errors.As(err, &fault) || fault.Code != c.code || fault.Hint == "" || fault.Msg == ""):
			t.Errorf("%q in %q: %s, %#v; want %s", c.argv0, c.path, got, err, c.code)
		}
	}
}

func TestRefusedExecutablesSayWhatToDo(t *testing.T) {
	base := tempDir(t)
	dir, bin := mkdir(t, base, "p"), mkdir(t, base, "bin")
	executable(t, filepath.Join(bin, "python3"))
	executable(t, filepath.Join(dir, "npm"))
	executable(t, filepath.Join(dir, "node_modules", ".bin", "vite"))
	allow := Allow{Projects: []string{dir}, Extra: []string{"other"}}
	for argv0, want := range map[string]string{
		"python": "python3 is there",
		"npm":    "./npm",
		"vite":   "node_modules/.bin/vite",
		"pyhton": "did you mean python?",
		"custom": "allow: [other, custom]",
		"bash":   "without a shell",
	} {
		_, err := allow.Resolve(argv0, dir, bin+":"+dir)
		var fault *ExecError
		if !errors.As(err, &fault) || !strings.Contains(fault.Hint, want) {
			t.Errorf("%s: %#v", argv0, err)
		}
	}
}

package programs

import (
	"os"
	"path/filepath"
	"testing"

	"devservers/app/project/survey"
)

// TestEntries names programs by what they call in other sources, and tells waiting from working.
func TestEntries(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"app/__init__.py":      "",
		"app/__main__.py":      "from .cli import main\nmain()\n",
		"app/cli.py":           "import time\ndef main():\n    while True:\n        time.sleep(1)\n",
		"once.py":              "if __name__ == '__main__':\n    print(1)\n",
		"go.mod":               "module x.org/x\n",
		"cmd/wait/main.go":     "package main\nfunc main() {\n\tfor {\n\t\tif ok() {\n\t\t\treturn\n\t\t}\n\t}\n}\n",
		"cmd/poll/main.go":     "package main\nimport \"x.org/x/jobs\"\nfunc main() { jobs.Run() }\n",
		"jobs/jobs.go":         "package jobs\nfunc Run() {\n\tfor {\n\t\tstep()\n\t}\n}\n",
		"bin/consume":          "#!/usr/bin/env ruby\nloop do\n  pop\nend\n",
		"docker/db/Dockerfile": "CMD [\"mysqld\"]\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p, stays := survey.Look(dir), map[string]bool{}
	for _, s := range Entries(p) {
		stays[s.File] = !s.Ends
	}
	for file, want := range map[string]bool{"app/__main__.py": true, "once.py": false, "cmd/poll": true,
		"bin/consume": true, "docker/db/Dockerfile": true} {
		if got, named := stays[file]; !named || got != want {
			t.Errorf("%s: named %t, stays %t; want %t", file, named, got, want)
		}
	}
	if stays["cmd/wait"] {
		t.Error("cmd/wait: its loop returns, but it counts as one that stays")
	}
}

package probe

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWithPortAddsTheFlagOfTheTool(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	manifest := `{"scripts": {"dev": "vite", "fixed": "vite --port 4000", "both": "vite & node api.js", "start": "node server.js"}}`
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(manifest), 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"npm run dev":                        "npm run dev -- --port $PORT",
		"npm run dev -- --host":              "npm run dev -- --host --port $PORT",
		"pnpm dev":                           "pnpm dev --port $PORT",
		"npm run fixed":                      "",
		"npm run both":                       "",
		"npm start":                          "",
		"npx vite":                           "npx vite --port $PORT",
		"vite --port 3000":                   "",
		"python manage.py runserver":         "python manage.py runserver $PORT",
		"python manage.py runserver 0:8000":  "",
		".venv/bin/uvicorn app:app --reload": ".venv/bin/uvicorn app:app --reload --port $PORT",
		"node server.js":                     "",
	} {
		if got := withPort(strings.Fields(line), dir); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

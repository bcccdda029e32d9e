package code

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLacksNamesTheOptionOfTheTool(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	manifest := `{"scripts": {"dev": "vite", "fixed": "vite --port 4000", "both": "vite & node api.js", "start": "node server.js"}}`
	for _, at := range []string{dir, filepath.Join(dir, "web")} {
		if err := errors.Join(os.MkdirAll(at, 0o755),
			os.WriteFile(filepath.Join(at, "package.json"), []byte(manifest), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{
		"npm run dev":                        "npm run dev -- --port $PORT --strictPort",
		"npm run dev -- --host":              "npm run dev -- --host --port $PORT --strictPort",
		"pnpm dev":                           "pnpm dev --port $PORT --strictPort",
		"npm run fixed":                      "",
		"npm run both":                       "",
		"npm start":                          "",
		"npx vite":                           "npx vite --port $PORT --strictPort",
		"vite --port 3000":                   "",
		"python manage.py runserver":         "python manage.py runserver $PORT",
		"python manage.py runserver 0:8000":  "",
		".venv/bin/uvicorn app:app --reload": ".venv/bin/uvicorn app:app --reload --port $PORT",
		"npm run build":                      "",
		"npm --prefix web run dev":           "npm --prefix web run dev -- --port $PORT --strictPort",
		"next dev":                           "",
		"flask --app shop run --debug":       "flask --app shop run --debug --port $PORT",
		"uvicorn app:app --uds /tmp/x":       "",
		"celery -A shop worker":              "",
		"node server.js":                     "",
	} {
		got := LackedOption(strings.Fields(line), dir)
		if want == "" && got != nil || want != "" && line+" "+strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app/config"
	"devservers/app/project/detect"
)

// What is exported in a format, taken over by init and exported again, has the same meaning: equal lines in any order.
func TestListsKeepTheirMeaning(t *testing.T) {
	t.Parallel()
	files := map[string]string{"web/package.json": `{"scripts": {"dev": "vite"}}`, "manage.py": "", "worker.py": "",
		".env": "A=1\n"}
	p := roundProject(t, files, `project: shop
servers:
  api:
    command: python manage.py runserver
    port: 8000
    env: {GREETING: "hello, it's me", CACHE: "redis://localhost:${servers.redis.port}", PATTERN: 'a\b "c"'}
    depends_on: {redis: ready, migrate: completed}
    ready: {http: /health}
    restart: on-failure
  web: {command: npm run dev, working_dir: web, port: 5173, env: {API: "${servers.api.url}"}}
  redis: {command: redis-server --port $PORT, port: 6379}
  worker: {command: python worker.py --home $HOME}
tasks:
  install: {command: npm ci, working_dir: web}
  migrate: {command: python manage.py migrate}
`)
	for _, f := range formats {
		if f.Name == "conductor" || f.Name == "worktreeinclude" { // one line that starts devservers; and no commands
			continue
		}
		first, _, err := f.Write(p)
		if err != nil {
			t.Fatal(err)
		}
		with := map[string]string{f.File: first}
		for name, text := range files {
			with[name] = text
		}
		again, _, err := f.Write(roundProject(t, with, ""))
		if diff := cmp.Diff(sortedLines(first), sortedLines(again)); err != nil || diff != "" {
			t.Errorf("%s: %v, written (-), written again (+):\n%s", f.Name, err, diff)
		}
	}
}

// roundProject loads a devservers.yml beside files; "" = what init proposes for them.
func roundProject(t *testing.T, files map[string]string, text string) config.Project {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text == "" {
		proposal, err := detect.Detect(dir)
		if err != nil {
			t.Fatal(err)
		}
		text = string(proposal.YAML(7912))
	}
	file := filepath.Join(dir, config.FileName)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := config.Load(file)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

func sortedLines(text string) []string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.Trim(line, " ,")
	}
	slices.Sort(lines)
	return lines
}

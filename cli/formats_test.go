package cli

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app/config"
	"devservers/app/project/lists"
)

var updateFormats = flag.Bool("update-formats", false, "write the expected files")

func loadShop(t *testing.T) config.Project {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	for name, text := range map[string]string{
		config.FileName: `project: shop
servers:
  api:
    command: python manage.py runserver
    port: 8000
    env: {GREETING: "hello, it's me", CACHE: "redis://localhost:${servers.redis.port}"}
    depends_on: {redis: ready, migrate: completed}
    ready: {http: /health}
    restart: on-failure
  web:
    command: npm run dev
    working_dir: web
    port: auto
    env: {API: "${servers.api.url}"}
    before_start: npm install
  redis: {command: redis-server --port $PORT, port: auto}
  worker:
    command: python worker.py --home $HOME
    env_file: .env
    ready: {log: listening}
    depends_on: {web: ready}
  db: {managed: false, port: 5432}
tasks:
  migrate: {command: python manage.py migrate}
  test: {command: python manage.py test}
`,
		"web/package.json": `{"scripts": {"dev": "vite"}}`, ".env": "A=1\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p, err := config.Load(filepath.Join(dir, config.FileName))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// shopCommands are the commands of loadShop, as far as all formats have them.
var shopCommands = map[string]string{"api": "python manage.py runserver", "web": "npm run dev", "redis": "redis-server --port",
	"worker": "python worker.py --home"}

// TestFormats compares what is written with testdata, and reads it back as init does.
func TestFormats(t *testing.T) {
	t.Parallel()
	readers := map[string]func(string) (lists.List, bool){"procfile": lists.Procfile,
		"process-compose": lists.ProcessCompose, "launch": lists.Launch, "cursor": lists.CursorEnvironment,
		"codex": lists.CodexEnvironment, "vscode": lists.Tasks, "devcontainer": lists.Devcontainer}
	for _, f := range formats {
		text, notes, err := f.Write(loadShop(t))
		if err != nil {
			t.Fatal(err)
		}
		got := text + "\n! " + strings.Join(notes, "\n! ") + "\n"
		file := filepath.Join("testdata", "formats", f.Name+".want")
		if *updateFormats {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s: expected (-), written (+):\n%s", f.Name, diff)
		}
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(f.File)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, f.File), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if readers[f.Name] == nil {
			continue
		}
		l, ok := readers[f.Name](dir)
		for _, name := range []string{"api", "web", "redis", "worker"} {
			ok = ok && slices.ContainsFunc(l.Processes, func(p lists.Listed) bool {
				return p.Name == name && !p.Once && strings.Contains(p.Line+strings.Join(p.Argv, " "), shopCommands[name])
			})
		}
		if !ok {
			t.Errorf("%s is read back as %+v", f.Name, l)
		}
	}
}

// TestSetupIsReadBack: what a new checkout runs first is the task named install, in each format that has it.
func TestSetupIsReadBack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, config.FileName)
	text := "project: shop\nservers:\n  web: {command: npm run dev, port: 3000}\ntasks:\n  install: {command: npm ci, working_dir: web}\n"
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "web"), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
	p, err := config.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func(string) (lists.List, bool){"cursor": lists.CursorEnvironment, "codex": lists.CodexEnvironment,
		"vscode": lists.Tasks, "cursor-worktrees": lists.CursorWorktrees, "conductor": lists.Conductor, "devcontainer": lists.Devcontainer,
		"copilot": lists.CopilotSteps} {
		f, _ := findFormat(name)
		written, _, err := f.Write(p)
		if err != nil {
			t.Fatal(err)
		}
		in := t.TempDir()
		if err := errors.Join(os.MkdirAll(filepath.Join(in, filepath.Dir(f.File)), 0o755),
			os.WriteFile(filepath.Join(in, f.File), []byte(written), 0o644)); err != nil {
			t.Fatal(err)
		}
		l, ok := read(in)
		if !ok || !slices.ContainsFunc(l.Processes, func(p lists.Listed) bool {
			return p.Name == installs && p.Once && p.Line == "cd web && npm ci"
		}) {
			t.Errorf("%s: %s is read back as %+v", name, written, l)
		}
		if l.Runs() && !slices.ContainsFunc(l.Processes, func(p lists.Listed) bool {
			return !p.Once && p.Name == "web" && strings.Contains(p.Line+strings.Join(p.Argv, " "), "npm run dev")
		}) {
			t.Errorf("%s: %+v", name, l)
		}
	}
}

// TestWorktreeIncludeIsWritten names what a worktree gets.
func TestWorktreeIncludeIsWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f, _ := findFormat("worktreeinclude")
	text, _, err := f.Write(config.Project{Dir: dir, Worktree: config.Worktree{Copy: []string{".env.test", "local"}}})
	if err != nil || text != ".env.test\nlocal\n" {
		t.Errorf("%v %q", err, text)
	}
}

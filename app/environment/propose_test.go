package environment

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository makes a git repository with some files, and returns its directory.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for file, text := range files {
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	return dir
}

// TestWorktreeIncludeIsProposed: what is there and ignored, also in directories, but neither tracked files nor data.
func TestWorktreeIncludeIsProposed(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{
		".worktreeinclude": "# secrets\n.env*\n!.env.production\n*.pem\nlocal/\nREADME.md\ndb.sqlite3\n",
		".gitignore":       ".env\n.env.*\n*.pem\nlocal/\ndb.sqlite3\nnotes\n",
		".env":             "A=1\n", ".env.test": "A=2\n", ".env.production": "A=3\n", "certs/a b.pem": "",
		"local/deep/x": "", "README.md": "", "db.sqlite3": "", "notes": "",
	})
	got := Propose(dir, nil, nil)
	if !strings.Contains(got, "  copy: [.env, .env.test, \"certs/a b.pem\", local]\n") ||
		!strings.Contains(got, "sqlite: {kind: sqlite, path: db.sqlite3}") {
		t.Error(got)
	}
}

// TestWorktreeOfDirectoriesBelow: what servers in directories of their own need is proposed like what the root needs.
func TestWorktreeOfDirectoriesBelow(t *testing.T) {
	t.Parallel()
	dir := repository(t, map[string]string{".venv/x": "", "web/node_modules/x": "", "docs/node_modules/x": "",
		"api/.env": "DATABASE_URL=postgres://localhost/shop\n", "api/db.sqlite3": ""})
	want := "\nworktree: # what each git worktree gets of its own: devservers up BRANCH\n" +
		"  copy: [.venv, api/.env, web/node_modules]\n  setup: [install, web-install, migrate]\n  data:\n" +
		"    database: {kind: postgres, url: $DATABASE_URL}\n    sqlite: {kind: sqlite, path: api/db.sqlite3}\n"
	if got := Propose(dir, []string{"web", "api", "web"}, []string{"migrate", "install", "build", "web-install"}); got != want {
		t.Error(got)
	}
}

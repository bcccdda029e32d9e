package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app/config/yml"
	"devservers/tests/configtest"
)

func TestFindUpToGitRoot(t *testing.T) {
	home := configtest.TempDir(t)
	t.Setenv("HOME", home)
	repo := configtest.Mkdir(t, home, "repo")
	deep := configtest.Mkdir(t, repo, "a", "b")
	configtest.Mkdir(t, repo, ".git")
	configtest.Write(t, filepath.Join(home, FileName), "x")
	_, err := Find(deep)
	var missing *yml.FileError
	if !errors.As(err, &missing) || missing.Kind != yml.NotFound || !strings.HasSuffix(missing.Msg, "up to "+repo) ||
		!strings.Contains(missing.Hint, "servers:") {
		t.Errorf("beyond the git root: %v", err)
	}
	for _, file := range []string{filepath.Join(repo, "devservers.yaml"), filepath.Join(repo, FileName),
		filepath.Join(repo, "a", FileName)} {
		configtest.Write(t, file, "x")
		if got, err := Find(deep); got != file || err != nil {
			t.Errorf("got %s, %v, want %s", got, err, file)
		}
	}
	if _, err := Find(configtest.Mkdir(t, home, "elsewhere", "x")); !errors.As(err, &missing) ||
		missing.Kind != yml.NotFound {
		t.Errorf("the home directory was looked at: %v", err)
	}
}

func TestWorktreeID(t *testing.T) {
	const content = "project: app\nservers: {x: {command: x}}\n"
	for name, c := range map[string]struct{ head, gitDir, want string }{
		"branch":    {"ref: refs/heads/feature/login_2\n", "worktrees/wt", "app@feature-login_2"},
		"detached":  {"0123456789abcdef0123456789abcdef01234567\n", "worktrees/wt", "app@0123456"},
		"odd":       {"ref: refs/heads/été #1\n", "worktrees/wt", "app@ete-1"},
		"reftable":  {"ref: refs/heads/.invalid\n", "worktrees/wt", "app@wt"},
		"submodule": {"ref: refs/heads/main\n", "modules/wt", "app"},
	} {
		base := configtest.TempDir(t)
		wt := configtest.Mkdir(t, base, "wt", "sub")
		gitDir := filepath.Join(base, "main", ".git", c.gitDir)
		configtest.Write(t, filepath.Join(gitDir, "HEAD"), c.head)
		for _, link := range []string{gitDir, filepath.Join("..", "main", ".git", c.gitDir)} {
			configtest.Write(t, filepath.Join(base, "wt", ".git"), "gitdir: "+link+"\n")
			p, err := Load(configtest.Write(t, filepath.Join(wt, FileName), content))
			if err != nil || p.ID != c.want || p.Name != "app" || !yml.ValidID(p.ID) {
				t.Errorf("%s: %s, %v", name, p.ID, err)
			}
		}
	}
	base := configtest.TempDir(t)
	configtest.Mkdir(t, base, ".git")
	if p, err := Load(configtest.Write(t, filepath.Join(base, FileName), content)); err != nil || p.ID != "app" {
		t.Errorf("the main work tree: %s, %v", p.ID, err)
	}
}

// TestHintFitsTheProject shows the command that is usual for the files of a directory.
func TestHintFitsTheProject(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range [][2]string{{"README", "npm run dev"}, {"go.mod", "go run ."}, {"package.json", "go run ."},
		{"manage.py", "python3 manage.py runserver"}} {
		if err := os.WriteFile(filepath.Join(dir, c[0]), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if hint := WriteHint(dir); !strings.Contains(hint, "{command: "+c[1]+"}") {
			t.Errorf("with %s: %s", c[0], hint)
		}
	}
}

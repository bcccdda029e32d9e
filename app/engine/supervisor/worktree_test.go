package supervisor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/tests/fc"
)

// worktree lays out what `git worktree add` leaves of the main checkout app, on a branch, and registers its copy of
// devservers.yml.
func (w *world) worktree(branch string) (id, dir string) {
	w.T.Helper()
	main, dir := filepath.Join(w.Dirs.Home, "app"), filepath.Join(w.Dirs.Home, "app-"+branch)
	git := filepath.Join(main, ".git", "worktrees", branch)
	for _, d := range []string{git, dir} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			w.T.Fatal(err)
		}
	}
	file, err := os.ReadFile(filepath.Join(main, config.FileName))
	if err != nil {
		w.T.Fatal(err)
	}
	for path, text := range map[string]string{
		filepath.Join(dir, ".git"): "gitdir: " + git + "\n", filepath.Join(git, "gitdir"): filepath.Join(dir, ".git") + "\n",
		filepath.Join(git, "HEAD"): "ref: refs/heads/" + branch + "\n", filepath.Join(dir, config.FileName): string(file),
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			w.T.Fatal(err)
		}
	}
	v, _, err := w.Sup.Register(dir)
	if err != nil {
		w.T.Fatal(err)
	}
	return v.ID, dir
}

func TestWorktreesRunAtOnceOnPortsOfTheirOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	main := w.Project("app", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:%d, port: %d, ready: {tcp: %d}}\n", port, port, port))
	if err := os.WriteFile(filepath.Join(w.Dirs.Home, "app", ".env"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	a, _ := w.worktree("a")
	b, _ := w.worktree("b")
	ports := map[string]int{}
	for _, id := range []string{b, a, main} { // the main checkout keeps its port, even if it starts last
		r := w.MustStart(app.Ref{Project: id, Name: "web"})
		if r.State != app.Ready || r.URL != fmt.Sprintf("http://localhost:%d", r.Port) {
			t.Errorf("%s: %+v", id, r.Status)
		}
		ports[id] = r.Port
	}
	if ports[main] != port || ports[a] <= port || ports[b] <= port || ports[a] == ports[b] || a != "app@a" {
		t.Errorf("ports %v, declared is %d", ports, port)
	}
	w.Close(false)
	w.Open()
	for id, had := range ports {
		st, err := w.Sup.Status(app.Ref{Project: id, Name: "web"})
		if err != nil || st.Port != had || (st.DeclaredPort != 0) != (id != main) {
			t.Errorf("%s: port %d, not %d; declared %d, %v", id, st.Port, had, st.DeclaredPort, err)
		}
	}
}

func TestWorktreeTakesEnvFileOfMainCheckout(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Project("app", "servers:\n  a: {command: FC say up, ready: {log: up}, env_file: {path: .env, fallback: main}}\n")
	file := filepath.Join(w.Dirs.Home, "app", ".env")
	if err := os.WriteFile(file, []byte("FROM=main\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	id, dir := w.worktree("x")
	ref := app.Ref{Project: id, Name: "a"}
	given := func(want string, borrowed ...string) {
		t.Helper()
		env, err := w.Sup.NextEnv(ref)
		st, _ := w.Sup.Status(ref)
		if err != nil || env["FROM"] != want || fmt.Sprint(st.BorrowedEnvFiles) != fmt.Sprint(borrowed) {
			t.Errorf("FROM=%s, borrowed %v, %v", env["FROM"], st.BorrowedEnvFiles, err)
		}
	}
	given("main", file)
	w.MustStart(ref)
	if err := os.WriteFile(filepath.Join(dir, ".env"), []byte("FROM=own\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	given("own")
	if st, _ := w.Sup.Status(ref); !st.ConfigChanged {
		t.Error("the change is not noticed")
	}
}

func TestRemovedWorktreeIsForgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Project("app", "servers:\n  a: {command: FC say up, ready: {log: up}}\n")
	remove := func(id, dir string) {
		for _, path := range []string{dir, filepath.Join(w.Dirs.Home, "app/.git/worktrees", strings.TrimPrefix(id, "app@"))} {
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
		}
	}
	quiet, quietDir := w.worktree("quiet")
	busy, busyDir := w.worktree("busy")
	w.MustStart(app.Ref{Project: busy, Name: "a"})
	remove(quiet, quietDir)
	remove(busy, busyDir)
	fc.Until(t, "the idle worktree is forgotten", func() bool { _, err := w.Sup.Project(quiet); return err != nil })
	fc.Until(t, "the other one is known to be removed",
		func() bool { v, err := w.Sup.Project(busy); return err == nil && v.Removed })
	v, _ := w.Sup.Project(busy)
	if v.Servers[0].State != app.Ready || !strings.Contains(v.Problem.Detail, "was removed") {
		t.Errorf("%+v", v)
	}
	w.Stop(app.Ref{Project: busy, Name: "a"})
	fc.Until(t, "it is forgotten, too", func() bool { _, err := w.Sup.Project(busy); return err != nil })
}

func TestMovedProjectKeepsItsTrustAndRuns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("app", "servers:\n  a: {command: FC say up, ready: {log: up}}\n")
	ref := app.Ref{Project: id, Name: "a"}
	run := w.MustStart(ref).Run
	w.Stop(ref)
	move := func(from, to string) app.ProjectView {
		t.Helper()
		if err := os.Rename(filepath.Join(w.Dirs.Home, from), filepath.Join(w.Dirs.Home, to)); err != nil {
			t.Fatal(err)
		}
		v, _, err := w.Sup.Register(filepath.Join(w.Dirs.Home, to))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	v := move("app", "moved")
	if v.ID != id || v.Trust != settings.Trusted || v.Path != filepath.Join(w.Dirs.Home, "moved") ||
		v.Servers[0].Run != run {
		t.Errorf("%+v", v)
	}
	w.MustStart(ref)
	w.Stop(ref)
	file := filepath.Join(w.Dirs.Home, "moved", config.FileName)
	text, _ := os.ReadFile(file)
	if err := os.WriteFile(file, append(text, "# changed\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	v = move("moved", "again")
	review, err := w.Sup.Files.Review(id)
	if v.Trust != settings.Changed || err != nil || !strings.Contains(review.Diff, "+# changed") {
		t.Errorf("%s, %v, %s", v.Trust, err, review.Diff)
	}
}

//go:build real && linux

package cli

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/tests/apptest"
	"devservers/tests/apptest/npm"
	"devservers/tests/fc"
)

// realServers are the servers of testdata/real/devservers.yml.
var realServers = []string{"redis", "django", "vite", "files", "worker"}

// realLimit bounds each wait for a real server: npm, Vite and Django start slowly on a busy machine.
const realLimit = 60 * time.Second

// realWorld is a home with one project in it, a git repository, and the real program.
type realWorld struct {
	*apptest.Program
	dir string
}

func newRealWorld(t *testing.T) *realWorld {
	toolsPresent(t)
	w := emptyRealWorld(t)
	w.fill(t)
	return w
}

// emptyRealWorld is a home without a project.
func emptyRealWorld(t *testing.T) *realWorld {
	p := apptest.NewProgram(t).As("TERM=xterm-256color", "NPM_CONFIG_UPDATE_NOTIFIER=false", "NO_COLOR=",
		"CLICOLOR_FORCE=", "PYTHONUNBUFFERED=")
	t.Cleanup(p.End)
	return &realWorld{p, p.Path("shop")}
}

// fill creates the project: the files of testdata/real with ports that are free now, and what npm has installed.
func (w *realWorld) fill(t *testing.T) {
	if err := os.CopyFS(w.dir, os.DirFS(filepath.Join("testdata", "real"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(w.dir, "gitignore"), filepath.Join(w.dir, ".gitignore")); err != nil {
		t.Fatal(err)
	}
	redis := strconv.Itoa(fc.FreePort(t))
	w.replace(t, "devservers.yml", "port: 6379", "port: "+redis)
	w.replace(t, "worker/broker.env", ":6379/", ":"+redis+"/")
	w.replace(t, "devservers.yml", "port: 8000", "port: "+strconv.Itoa(fc.FreePort(t)))
	w.git(t, "init", "-q", "-b", "main")
	w.git(t, "add", "-A")
	w.git(t, "-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-q", "-m", "shop")
	if err := os.CopyFS(filepath.Join(w.dir, "frontend", "node_modules"),
		os.DirFS(npm.Installed(t, "testdata/real/frontend"))); err != nil {
		t.Fatal(err)
	}
}

func (w *realWorld) git(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = w.dir, w.Env
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
}

// worktree returns another checkout of the project, on its own branch.
func (w *realWorld) worktree(t *testing.T, branch string) string {
	t.Helper()
	dir := w.Path("shop-" + branch)
	if _, err := os.Stat(dir); err != nil {
		w.git(t, "worktree", "add", "-q", "-b", branch, dir)
	}
	return dir
}

// command prepares a call of the program as a person would make it in dir.
func (w *realWorld) command(dir string, args ...string) *exec.Cmd {
	cmd := w.Command(context.Background(), args...)
	cmd.Dir = dir
	return cmd
}

// failsIn calls the program, which must exit with code, and returns all that it printed.
func (w *realWorld) failsIn(t *testing.T, dir string, code int, args ...string) string {
	t.Helper()
	began := time.Now()
	cmd := w.command(dir, args...)
	kill := time.AfterFunc(2*realLimit, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	out, err := cmd.CombinedOutput()
	t.Logf("%.1f s: devservers %s\n%s", time.Since(began).Seconds(), strings.Join(args, " "), out)
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("devservers %v: exit code %d, want %d (%v)", args, got, code, err)
	}
	return string(out)
}

func (w *realWorld) fails(t *testing.T, code int, args ...string) string {
	t.Helper()
	return w.failsIn(t, w.dir, code, args...)
}

func (w *realWorld) okIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	return w.failsIn(t, dir, exitOK, args...)
}

func (w *realWorld) ok(t *testing.T, args ...string) string {
	t.Helper()
	return w.failsIn(t, w.dir, exitOK, args...)
}

// statuses returns the project's servers by name, from `status --json`.
func (w *realWorld) statuses(t *testing.T) map[string]app.Status {
	t.Helper()
	return w.statusesOf(t, "shop")
}

func (w *realWorld) statusesOf(t *testing.T, project string) map[string]app.Status {
	t.Helper()
	out, err := w.command(w.dir, "status", "--json").Output()
	var answer statusAnswer
	if err == nil {
		err = json.Unmarshal(out, &answer)
	}
	if err != nil {
		t.Fatalf("status --json: %v: %s", err, out)
	}
	all := map[string]app.Status{}
	for _, v := range answer.Projects {
		for _, st := range v.Servers {
			if v.ID == project {
				all[st.Name] = st
			}
		}
	}
	return all
}

// same checks that servers have not changed: the run, the process, the state and the address.
func same(t *testing.T, before, after map[string]app.Status, names ...string) {
	t.Helper()
	for _, name := range names {
		b, a := before[name], after[name]
		if a.Run != b.Run || a.PID != b.PID || a.State != b.State || a.URL != b.URL {
			t.Errorf("%s was %s, run %s, PID %d, %s; it is %s, run %s, PID %d, %s", name, b.State, b.Run, b.PID, b.URL, a.State,
				a.Run, a.PID, a.URL)
		}
	}
}

// replace changes a file of the project, and returns a function that undoes the change.
func (w *realWorld) replace(t *testing.T, name, old, with string) (undo func()) {
	t.Helper()
	file := filepath.Join(w.dir, name)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(before), old) {
		t.Fatalf("%s has no %q", name, old)
	}
	write := func(data []byte) {
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Error(err)
		}
	}
	write([]byte(strings.Replace(string(before), old, with, 1)))
	return func() { write(before) }
}

// expect reports each pattern that text does not match.
func expect(t *testing.T, text string, patterns ...string) {
	t.Helper()
	for _, pattern := range patterns {
		if !regexp.MustCompile(pattern).MatchString(text) {
			t.Errorf("nothing matches %s in:\n%s", pattern, text)
		}
	}
}

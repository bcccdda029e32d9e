package supervisor_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

// TestRestartUsesEnvironmentOfItsProject restarts the manager from the shell of another project.
func TestRestartUsesEnvironmentOfItsProject(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const servers = "servers:\n  s: {command: FC say hi}\n"
	a, b := app.Ref{Project: w.Project("a", servers), Name: "s"}, app.Ref{Project: w.Project("b", servers), Name: "s"}
	shell := func(name string) map[string]string {
		return map[string]string{"PATH": "/" + name + "/bin:/usr/bin:/bin", "VIRTUAL_ENV": "/" + name,
			"DEVSERVERS_TOKEN": "secret", name: "1"}
	}
	for ref, env := range map[app.Ref]map[string]string{a: shell("a"), b: shell("b")} {
		if _, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Env: env}); err != nil {
			t.Fatal(err)
		}
	}
	w.Close(true)
	w.Env = []string{"PATH=/b/bin:/usr/bin:/bin", "VIRTUAL_ENV=/b", "b=1"}
	w.Open()
	if _, err := w.Sup.Restart(t.Context(), a, supervisor.StartOptions{Actor: app.Actor{Kind: "api"}}); err != nil {
		t.Fatal(err)
	}
	env, err := w.Sup.NextEnv(a)
	if err != nil || env["VIRTUAL_ENV"] != "/a" || env["PATH"] != "/a/bin:/usr/bin:/bin" || env["a"] != "1" ||
		env["b"] != "" {
		t.Errorf("%v: %v", err, env)
	}
	st, _ := w.Sup.Status(a)
	if given := environOf(t, st.PID); given["VIRTUAL_ENV"] != "/a" || given["b"] != "" {
		t.Errorf("the run has %v", given)
	}
	file := filepath.Join(w.Dirs.State, "environments", a.Project+".json")
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if data, _ := os.ReadFile(file); strings.Contains(string(data), "secret") {
		t.Error("a variable of devservers is stored")
	}
	if err := w.Sup.Forget(t.Context(), a.Project, apptest.Me); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("a forgotten project leaves its environment: %v", err)
	}
}

// TestServerInheritsLoginUntilShellStartsIt starts a server from a door that has no environment of its own.
func TestServerInheritsLoginUntilShellStartsIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Close(true)
	asked := 0
	w.login = func(context.Context, []string) ([]string, error) {
		asked++
		return []string{"PATH=/login/bin:/usr/bin:/bin", "FROM_LOGIN=1", "TERM=dumb"}, nil
	}
	w.Env = []string{"PATH=/usr/bin:/bin", "FROM_MANAGER=1"}
	w.Open()
	ref := app.Ref{Project: w.Project("a", "servers:\n  s: {command: FC say hi}\n"), Name: "s"}
	for range 2 {
		st, err := w.Sup.Restart(t.Context(), ref, supervisor.StartOptions{Actor: app.Actor{Kind: "mcp"}})
		if err != nil {
			t.Fatal(err)
		}
		if env := environOf(t, st.PID); env["FROM_LOGIN"] != "1" || env["FROM_MANAGER"] != "" || env["TERM"] == "dumb" {
			t.Errorf("the run has %v", env)
		}
	}
	if p, _ := w.Sup.Project(ref.Project); asked != 1 || p.Environment != app.FromLogin {
		t.Errorf("asked %d times, inherits from %q", asked, p.Environment)
	}
	st, err := w.Sup.Restart(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me,
		Env: map[string]string{"PATH": "/usr/bin:/bin", "FROM_SHELL": "1"}})
	if env := environOf(t, st.PID); err != nil || env["FROM_SHELL"] != "1" || env["FROM_LOGIN"] != "" {
		t.Errorf("%v: %v", err, env)
	}
	if p, _ := w.Sup.Project(ref.Project); p.Environment != app.FromShell {
		t.Errorf("inherits from %q", p.Environment)
	}
}

func environOf(t *testing.T, pid int) map[string]string {
	t.Helper()
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		fc.Lacks(t, err) // a system without /proc
	}
	env := map[string]string{}
	for pair := range strings.SplitSeq(string(data), "\x00") {
		name, value, _ := strings.Cut(pair, "=")
		env[name] = value
	}
	return env
}

package supervisor_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestStartSaysWhichOtherPortTheServerUses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	used, declared := fc.FreePort(t), fc.FreePort(t)
	ref := app.Ref{Project: w.Project("shop", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:%d, port: %d}\n",
		used, declared)), Name: "web"}
	_, err := w.Start(ref)
	e := apptest.Failure(t, err, app.CodeNotReady)
	if e.Detail != fmt.Sprintf("web listens on %d, not on %d", used, declared) ||
		!strings.Contains(e.Hint, fmt.Sprintf("port: %d", used)) {
		t.Errorf("%s\n%s", e.Detail, e.Hint)
	}
}

func TestStartEndsWhenAWatcherSaysThatItsChildCrashed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", fmt.Sprintf("servers:\n  web: {command: FC say \"Failed running "+
		"'server.js'\", port: %d}\n", fc.FreePort(t))), Name: "web"}
	_, err := w.Start(ref)
	if e := apptest.Failure(t, err, app.CodeNotReady); !strings.Contains(e.Detail, "is an error") {
		t.Error(e.Detail)
	}
}

func TestReadinessCommandThatCannotRunFailsBeforeTheStart(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{"nosuchclient": "not on the list", "./missing": "does not exist",
		"pg_isready": "not found"} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC echo, env: {PATH: /nowhere}, ready: "+
				"{command: "+command+"}}\n"), Name: "web"}
			r, err := w.Start(ref)
			if e := apptest.Failure(t, err, app.AsError(err, "").Code); !strings.Contains(e.Detail,
				"the readiness command can't be run") || !strings.Contains(e.Detail, want) {
				t.Error(e.Detail)
			}
			if r.Run != "" {
				t.Errorf("run %s", r.Run)
			}
		})
	}
}

// TestContainerEngineServesThroughAnotherProcess: the container of `podman start db` may run before, and outlives it.
func TestContainerEngineServesThroughAnotherProcess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	ref := app.Ref{Project: w.Project("shop", fmt.Sprintf("servers:\n  db: {command: ./podman run db, port: %d}\n", port)),
		Name: "db"}
	script := "#!/bin/sh\nexec " + strings.Join(fc.Command(), " ") + " echo\n"
	if err := os.WriteFile(filepath.Join(w.Dirs.Home, "shop", "podman"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	st := w.MustStart(ref).Status
	if st.State != app.Ready || !strings.Contains(st.Reason,
		fmt.Sprintf("port %d is served by another process: PID %d, ", port, os.Getpid())) {
		t.Errorf("%s: %s", st.State, st.Reason)
	}
}

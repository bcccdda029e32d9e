package supervisor_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/run/cage"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

// inSandbox is the key that lets a project's scripts use FC.
func inSandbox(more string) string {
	exe, _ := os.Executable()
	return fmt.Sprintf("sandbox: {read: %q%s}", exe, more)
}

func TestSandboxHoldsToOwnProject(t *testing.T) {
	fc.Needs(t, cage.Engine, cage.Try...)
	t.Parallel()
	w := newWorld(t)
	other := app.Ref{Project: w.Project("other", "servers:\n  db: {command: ./db, port: auto}\n"+
		"  mail: {command: ./db, port: auto}\n"), Name: "db"}
	w.Script("other", "db", "FC listen 127.0.0.1:$PORT")
	theirs := w.MustStart(other).Port
	mail := app.Ref{Project: other.Project, Name: "mail"}
	free := w.MustStart(mail).Port // of another project, and nobody listens there
	w.Stop(mail)
	id := w.Project("shop", "servers:\n  db: {command: ./db, port: auto}\n"+
		"  web: {command: ./web, port: auto, "+inSandbox("")+", env: {DB: '${servers.db.port}'}}\n")
	w.Script("shop", "db", "FC listen 127.0.0.1:$PORT")
	w.MustStart(app.Ref{Project: id, Name: "db"})
	w.Script("shop", "web", fmt.Sprintf("FC dial tcp 127.0.0.1:$DB\nFC dial tcp 127.0.0.1:%d\nFC bind tcp 127.0.0.1:%d\n"+
		"FC bind tcp 127.0.0.1:7912\ncat %s/status.json\nexec FC listen 127.0.0.1:$PORT", theirs, free, w.Dirs.State))
	if err := os.WriteFile(filepath.Join(w.Dirs.State, "status.json"), []byte("token"), 0o600); err != nil {
		t.Fatal(err)
	}
	web := app.Ref{Project: id, Name: "web"}
	if st := w.MustStart(web); st.State != app.Ready {
		t.Errorf("it is %s", st.State)
	}
	var got []string
	for _, line := range w.lines(web) {
		got = append(got, strings.Fields(line)[0])
	}
	if want := "REACHED held: held: held: cat: listening"; strings.Join(got, " ") != want {
		t.Errorf("it printed %q", w.lines(web))
	}
}

// TestSandboxOutlivesEdits: whatever a server writes into its scripts, the next start runs it in the sandbox again.
func TestSandboxOutlivesEdits(t *testing.T) {
	fc.Needs(t, cage.Engine, cage.Try...)
	t.Parallel()
	w := newWorld(t)
	web := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: ./web, "+inSandbox("")+
		", ready: {log: up}, before_start: ./before}\n"), Name: "web"}
	secret := filepath.Join(w.Dirs.Home, "secret")
	if err := os.WriteFile(secret, []byte("escaped"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Script("shop", "before", "cat "+secret+" > stolen\nexit 0")
	w.Script("shop", "web", "printf '#!/bin/sh\\ncat "+secret+"; cat stolen; echo up; sleep 1000' > web; echo up; sleep 1000")
	w.MustStart(web)
	if _, err := w.Sup.Restart(context.Background(), web, asMe); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(w.lines(web), "\n"); strings.Contains(got, "escaped") || !strings.Contains(got, "up") {
		t.Errorf("it printed %q", got)
	}
}

// agentsCaged returns a manager that confines what agents start.
func agentsCaged(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	if err := os.WriteFile(w.Dirs.GlobalFile(), []byte("settings: {sandbox: agents}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Close(false)
	w.Open()
	return w
}

func TestAgentsStartInSandbox(t *testing.T) {
	fc.Needs(t, cage.Engine, cage.Try...)
	t.Parallel()
	w := agentsCaged(t)
	id := w.Project("shop", "servers:\n  a: {command: ./up, ready: {log: up}}\n"+
		"  free: {command: ./up, ready: {log: up}, sandbox: false}\n")
	w.Script("shop", "up", "echo up; sleep 1000")
	for _, c := range []struct {
		name  string
		kind  app.ActorKind
		caged bool
	}{{"a", "cli", false}, {"a", app.ActorMCP, true}, {"a", app.ActorShell, true}, {"free", app.ActorMCP, false}} {
		ref := app.Ref{Project: id, Name: c.name}
		opts := supervisor.StartOptions{Actor: app.Actor{Kind: c.kind, Client: "test"}}
		if _, err := w.Sup.Restart(context.Background(), ref, opts); err != nil {
			t.Fatal(err)
		}
		r, err := w.Sup.ServerRun(ref)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Run.Record().Cage != nil; got != c.caged {
			t.Errorf("%s, started by %s: caged %v", c.name, c.kind, got)
		}
	}
}

// TestAutomaticStartsStayInSandbox: what an agent has started is in its sandbox again after a crash, an edit of a watched
// file and the death of its manager.
func TestAutomaticStartsStayInSandbox(t *testing.T) {
	fc.Needs(t, cage.Engine, cage.Try...)
	t.Parallel()
	w := agentsCaged(t)
	id := w.Project("shop", "servers:\n  a: {command: ./up, ready: {log: up}, restart: always, watch: ['*.txt']}\n")
	w.Script("shop", "up", "echo up; while :; do sleep 0.05; done")
	ref := app.Ref{Project: id, Name: "a"}
	agent := supervisor.StartOptions{Actor: app.Actor{Kind: app.ActorShell, Client: "claude-code"}, Wait: app.WaitReady}
	if _, err := w.Sup.Start(t.Context(), ref, agent); err != nil {
		t.Fatal(err)
	}
	last := ""
	again := func(cause string) {
		t.Helper()
		for range w.Sup.Changes(t.Context()) {
			r, err := w.Sup.ServerRun(ref)
			if st, _ := w.Sup.Status(ref); err != nil || st.State != app.Ready || st.Run == last {
				continue
			}
			rec := r.Run.Record()
			if last = rec.ID; rec.Cage == nil || rec.For.Client != "claude-code" {
				t.Errorf("after %s, started by %s for %q: caged %v", cause, rec.Actor.Kind, rec.For.Client, rec.Cage != nil)
			}
			return
		}
	}
	again("a start")
	r, _ := w.Sup.ServerRun(ref)
	if err := r.Run.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	again("a crash")
	w.Sup.FilesEdited(id, []string{"edit.txt"}, time.Now())
	again("an edit")
	w.Close(true)
	w.Open()
	r, _ = w.Sup.ServerRun(ref)
	if err := r.Run.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	again("a crash under the next manager")
}

// TestNoSandboxNoStart: without bwrap nothing runs unconfined.
func TestNoSandboxNoStart(t *testing.T) {
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  a: {command: /bin/sleep 1000, sandbox: true}\n"), Name: "a"}
	path := os.Getenv("PATH")
	t.Setenv("PATH", t.TempDir())
	_, err := w.Start(ref)
	e := apptest.Failure(t, err, app.CodeExecutable)
	if !strings.Contains(e.Detail, cage.Engine) || e.Hint != cage.Install {
		t.Errorf("the error says %+v", e)
	}
	t.Setenv("PATH", path)
	fc.Needs(t, cage.Engine, cage.Try...)
	pid := w.MustStart(ref).PID
	t.Setenv("PATH", t.TempDir())
	_, err = w.Sup.Restart(context.Background(), ref, asMe)
	apptest.Failure(t, err, app.CodeExecutable)
	if st, err := w.Sup.Status(ref); err != nil || st.PID != pid {
		t.Errorf("a restart that must fail has ended it: %+v, %v", st, err)
	}
}

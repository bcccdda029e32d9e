package supervisor_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"devservers/app"
	"devservers/app/engine/server"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

// raced declares a server with an automatic port that listens only once the file go.PORT exists.
func raced(w *world) app.Ref {
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./late, port: auto}\n"), Name: "a"}
	w.Script("app", "late", "while [ ! -e go.$PORT ]; do sleep 0.01; done\nexec FC listen 127.0.0.1:$PORT")
	return ref
}

// take listens on the port of the next run of a server, before the server does, and then lets it try.
func (w *world) take(ref app.Ref, tried map[int]bool) {
	w.T.Helper()
	st := w.Until(ref, "starting on another port", func(s app.Status) bool { return s.PID != 0 && !tried[s.Port] })
	tried[st.Port] = true
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", st.Port))
	if err != nil {
		w.T.Fatal(err)
	}
	w.T.Cleanup(func() { l.Close() })
	w.letTry(st.Port)
}

func (w *world) letTry(port int) {
	w.T.Helper()
	if err := os.WriteFile(filepath.Join(w.Dirs.Home, "app", fmt.Sprintf("go.%d", port)), nil, 0o600); err != nil {
		w.T.Fatal(err)
	}
}

func TestAutomaticPortThatIsTakenIsReplaced(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref, tried := raced(w), map[int]bool{}
	errs := make(chan error, 1)
	go func() { _, err := w.Start(ref); errs <- err }()
	w.take(ref, tried)
	st := w.Until(ref, "starting on another port", func(s app.Status) bool { return s.PID != 0 && !tried[s.Port] })
	w.letTry(st.Port)
	if err := <-errs; err != nil {
		t.Fatal(err)
	}
	if now, _ := w.Sup.Status(ref); now.State != app.Ready || now.Port != st.Port || now.Failure != nil ||
		now.Actor.Kind != apptest.Me.Kind {
		t.Errorf("%+v", now)
	}
}

func TestAutomaticPortsAreTriedAFewTimes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref, tried := raced(w), map[int]bool{}
	errs := make(chan error, 1)
	go func() { // it waits as long as take does, MostPorts times
		_, err := w.Sup.Start(t.Context(), ref, asMe)
		errs <- err
	}()
	for range server.MostPorts {
		w.take(ref, tried)
	}
	e := apptest.Failure(t, <-errs, app.CodeExited)
	if e.Owner == nil || e.Owner.PID != os.Getpid() {
		t.Errorf("%q, owner %+v", e.Detail, e.Owner)
	}
	if runs := w.Sup.Kept.List(ref); len(runs) != server.MostPorts || len(tried) != server.MostPorts {
		t.Errorf("it was tried %d times, at %v", len(runs), tried)
	}
}

// TestRestartMovesToAnotherPort: a server that does not listen loses its port to another process.
func TestRestartMovesToAnotherPort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC env 1h, port: auto, ready: {log: PORT}}\n"),
		Name: "a"}
	w.MustStart(ref)
	before, _ := w.Sup.Status(ref)
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", before.Port))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if fail := w.Sup.MayRestart(ref, false); fail != nil {
		t.Fatal(fail)
	}
	if _, err := w.Sup.Restart(t.Context(), ref, asMe); err != nil {
		t.Fatal(err)
	}
	if now, _ := w.Sup.Status(ref); now.Port == before.Port || now.State != app.Ready {
		t.Errorf("%+v", now)
	}
}

// TestRestartWhileTheServerIsBeingStarted: its new process may listen already, when its run is not known yet.
func TestRestartWhileTheServerIsBeingStarted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	ref := app.Ref{Project: w.Project("shop", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:%d, port: %d}\n",
		port, port)), Name: "web"}
	w.MustStart(ref)
	for _, launching := range []bool{true, false} {
		if fail := w.Sup.MayRestart(ref, launching); fail != nil {
			t.Error(fail)
		}
	}
}

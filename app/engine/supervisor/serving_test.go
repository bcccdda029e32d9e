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

// blinking starts a server that listens, but not while the file that broken creates exists.
func blinking(t *testing.T) (w *world, ref app.Ref, broken func(bool)) {
	w = newWorld(t)
	file := filepath.Join(w.Dirs.Home, "broken")
	ref = app.Ref{Project: w.Project("shop", fmt.Sprintf("servers:\n  web: {command: FC blink %s 127.0.0.1:$PORT, port: "+
		"%d}\n", file, fc.FreePort(t))), Name: "web"}
	w.MustStart(ref)
	return w, ref, func(is bool) {
		if is {
			w.file("broken", "")
		} else if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}

func TestServerThatStopsListeningIsFailing(t *testing.T) {
	t.Parallel()
	w, ref, broken := blinking(t)
	broken(true)
	st := w.Until(ref, "to fail", isIn(app.Failing))
	if !strings.Contains(st.Reason, fmt.Sprintf("nothing listens on port %d since ", st.Port)) || st.Want != "up" ||
		st.PID == 0 {
		t.Errorf("%+v", st)
	}
	_, err := w.Start(ref)
	if e := apptest.Failure(t, err, app.CodeNotReady); !strings.Contains(e.Detail, "nothing listens") {
		t.Error(e.Detail)
	}
	broken(false)
	if again := w.Until(ref, "to recover", isIn(app.Ready)); again.Run != st.Run {
		t.Errorf("run %s, then %s", st.Run, again.Run)
	}
	var kinds []string
	for _, e := range w.Sup.Events.Page(app.EventQuery{Events: []string{app.EventFailing, app.EventRecovered}}).Events {
		kinds = append(kinds, e.Event)
	}
	if fmt.Sprint(kinds) != "[failing recovered]" {
		t.Error(kinds)
	}
}

func TestNextManagerSeesThatAServerFails(t *testing.T) {
	t.Parallel()
	w, ref, broken := blinking(t)
	broken(true)
	w.Until(ref, "to fail", isIn(app.Failing))
	w.Close(true)
	w.Open()
	if st, err := w.Sup.Status(ref); err != nil || st.State != app.Failing {
		t.Errorf("%+v %v", st, err)
	}
	broken(false)
	w.Until(ref, "to recover", isIn(app.Ready))
}

func TestStartThatDiesAtOnceFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", fmt.Sprintf("servers:\n  web: {command: FC listenfor 100ms "+
		"127.0.0.1:$PORT, port: %d}\n", fc.FreePort(t))), Name: "web"}
	_, err := w.Start(ref)
	if e := apptest.Failure(t, err, app.CodeExited); e.Exit == nil {
		t.Errorf("%+v", e)
	}
}

// TestPortOfAnotherProcessIsJudgedByConnecting: a program such as `docker compose up` doesn't listen itself.
func TestPortOfAnotherProcessIsJudgedByConnecting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	ref := app.Ref{Project: w.Project("shop", fmt.Sprintf("servers:\n  db: {command: FC echo, port: %d, ready: {tcp: "+
		"%d}}\n", port, port)), Name: "db"}
	result := make(chan app.Status)
	go func() {
		r, _ := w.Start(ref)
		result <- r.Status
	}()
	w.Until(ref, "to run", func(st app.Status) bool { return st.PID != 0 })
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	if st := <-result; st.State != app.Ready || !strings.Contains(st.Reason,
		fmt.Sprintf("served by another process: PID %d, ", os.Getpid())) {
		t.Errorf("%s: %s", st.State, st.Reason)
	}
	l.Close()
	w.Until(ref, "to fail", isIn(app.Failing))
}

// TestReadyServerThatNeverListensIsSaid: its line says that it is ready, and the declared port refuses.
func TestReadyServerThatNeverListensIsSaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", fmt.Sprintf("servers:\n  web: {command: FC say up, port: %d, ready: {log: "+
		"up}}\n", fc.FreePort(t))), Name: "web"}
	st := w.MustStart(ref).Status
	said := fmt.Sprintf("nothing of it has listened on port %d since it was ready", st.Port)
	st = w.Until(ref, "to be said", func(st app.Status) bool { return strings.HasPrefix(st.Reason, said) })
	if st.State != app.Ready {
		t.Errorf("%s: %s", st.State, st.Reason)
	}
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", st.Port))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	w.Until(ref, "to name the stranger", func(st app.Status) bool {
		return strings.Contains(st.Reason, fmt.Sprintf("PID %d ", os.Getpid())) && st.State == app.Ready
	})
}

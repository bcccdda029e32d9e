package supervisor

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/fc"
)

// blinking starts a server that listens, but not while the file that broken creates exists.
func blinking(t *testing.T) (w *world, ref app.Ref, broken func(bool)) {
	w = newWorld(t)
	file := filepath.Join(w.dirs.Home, "broken")
	ref = app.Ref{Project: w.project("shop", fmt.Sprintf("servers:\n  web: {command: FC blink %s 127.0.0.1:$PORT, port: "+
		"%d}\n", file, fc.FreePort(t))), Name: "web"}
	w.mustStart(ref)
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
	st := w.until(ref, "to fail", isIn(app.Failing))
	if !strings.Contains(st.Reason, fmt.Sprintf("nothing listens on port %d since ", st.Port)) || st.Want != "up" ||
		st.PID == 0 {
		t.Errorf("%+v", st)
	}
	_, err := w.start(ref)
	if e := failure(t, err, app.CodeNotReady); !strings.Contains(e.Detail, "nothing listens") {
		t.Error(e.Detail)
	}
	broken(false)
	if again := w.until(ref, "to recover", isIn(app.Ready)); again.Run != st.Run {
		t.Errorf("run %s, then %s", st.Run, again.Run)
	}
	var kinds []string
	for _, e := range w.sup.Events.Page(app.EventQuery{Events: []string{app.EventFailing, app.EventRecovered}}).Events {
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
	w.until(ref, "to fail", isIn(app.Failing))
	w.close(true)
	w.open()
	if st, err := w.sup.Status(ref); err != nil || st.State != app.Failing {
		t.Errorf("%+v %v", st, err)
	}
	broken(false)
	w.until(ref, "to recover", isIn(app.Ready))
}

func TestStartThatDiesAtOnceFails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("shop", fmt.Sprintf("servers:\n  web: {command: FC listenfor 100ms "+
		"127.0.0.1:$PORT, port: %d}\n", fc.FreePort(t))), Name: "web"}
	_, err := w.start(ref)
	if e := failure(t, err, app.CodeExited); e.Exit == nil {
		t.Errorf("%+v", e)
	}
}

// TestPortOfAnotherProcessIsJudgedByConnecting: a program such as `docker compose up` doesn't listen itself.
func TestPortOfAnotherProcessIsJudgedByConnecting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	ref := app.Ref{Project: w.project("shop", fmt.Sprintf("servers:\n  db: {command: FC echo, port: %d, ready: {tcp: "+
		"%d}}\n", port, port)), Name: "db"}
	result := make(chan app.Status)
	go func() {
		r, _ := w.start(ref)
		result <- r.Status
	}()
	w.until(ref, "to run", func(st app.Status) bool { return st.PID != 0 })
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		t.Fatal(err)
	}
	if st := <-result; st.State != app.Ready || !strings.Contains(st.Reason,
		fmt.Sprintf("served by another process: PID %d, ", os.Getpid())) {
		t.Errorf("%s: %s", st.State, st.Reason)
	}
	l.Close()
	w.until(ref, "to fail", isIn(app.Failing))
}

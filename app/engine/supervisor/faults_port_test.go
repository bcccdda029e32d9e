package supervisor_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestFailedStartsLeakNoFilesOrTerminals(t *testing.T) {
	w := newWorld(t)
	id := w.Project("app", "servers:\n  ends: {command: FC crash 1 x}\n  never: {command: ./never}\n"+
		"  missing: {command: ./none}\n")
	file := filepath.Join(w.Dirs.Home, "app", "never")
	if err := os.WriteFile(file, []byte("#!/no/such/interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	fail := func() {
		for _, name := range []string{"ends", "never", "missing"} {
			if _, err := w.Start(app.Ref{Project: id, Name: name}); err == nil {
				t.Fatalf("%s was started", name)
			}
		}
		for _, name := range []string{"ends", "never"} {
			w.Until(app.Ref{Project: id, Name: name}, "over", func(s app.Status) bool { return !s.State.Up() })
		}
	}
	fail()
	before := openFiles(t)
	for range 10 {
		fail()
	}
	fc.Until(t, "no more files are open than before", func() bool { return openFiles(t) <= before })
	w.NoneLeft()
}

func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

func TestForeignPortIsRefused(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"127.0.0.1", "::1", "0.0.0.0", "::"} {
		w := newWorld(t)
		argv := fc.Command("listen", net.JoinHostPort(host, "0"))
		stranger, out := startOf(t, argv)
		_, text, err := net.SplitHostPort(strings.TrimSpace(strings.TrimPrefix(out, "listening on ")))
		if err != nil {
			t.Fatal(err)
		}
		port, _ := strconv.Atoi(text)
		id := w.Project("app", fmt.Sprintf("servers:\n  a: {command: 'FC listen \"127.0.0.1:$PORT\"', port: %d}\n", port))
		_, err = w.Start(app.Ref{Project: id, Name: "a"})
		e := apptest.Failure(t, err, app.CodePortInUse)
		if o := e.Owner; o == nil || o.PID != stranger.PID || o.Kind != "foreign" || o.UID != os.Getuid() ||
			!strings.Contains(e.Detail, "fc listen") {
			t.Errorf("%s: %q, owner %+v", host, e.Detail, o)
		}
		if runs := w.Sup.Kept.List(app.Ref{Project: id, Name: "a"}); len(runs) > 0 || !stranger.Alive() {
			t.Errorf("%s: runs %+v, the stranger lives: %v", host, runs, stranger.Alive())
		}
	}
}

// startOf starts a process that is not ours, and returns the first words that it prints.
func startOf(t *testing.T, argv []string) (process.Identity, string) {
	t.Helper()
	r, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Env: os.Environ(), Files: []*os.File{nil, out, os.Stderr}})
	out.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Kill(); _, _ = p.Wait(); r.Close() })
	buf := make([]byte, 200)
	n, err := r.Read(buf)
	if err != nil {
		t.Fatal(err)
	}
	id, err := process.Identify(p.Pid)
	if err != nil {
		t.Fatal(err)
	}
	return id, string(buf[:n])
}

func TestPortTakenAfterCheckIsNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	port := fc.FreePort(t)
	ref := app.Ref{Project: w.Project("app", fmt.Sprintf("servers:\n  a: {command: ./late, port: %d}\n", port)), Name: "a"}
	w.Script("app", "late", "while [ ! -e go ]; do sleep 0.01; done\nexec FC listen 127.0.0.1:$PORT")
	errs := make(chan error, 1)
	go func() { _, err := w.Start(ref); errs <- err }()
	w.Until(ref, "starting", func(s app.Status) bool { return s.PID != 0 })
	stranger, _ := startOf(t, fc.Command("listen", fmt.Sprintf("127.0.0.1:%d", port)))
	if err := os.WriteFile(filepath.Join(w.Dirs.Home, "app", "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	e := apptest.Failure(t, <-errs, app.CodeExited)
	if e.Owner == nil || e.Owner.PID != stranger.PID || !strings.Contains(e.Detail, fmt.Sprintf("PID %d (", stranger.PID)) ||
		!stranger.Alive() {
		t.Errorf("%q, owner %+v", e.Detail, e.Owner)
	}
	if runs := w.Sup.Kept.List(ref); len(runs) != 1 {
		t.Errorf("it was tried %d times", len(runs))
	}
}

func TestServerReachableFromNetworkIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("app", "servers:\n  a: {command: 'FC listen \"0.0.0.0:$PORT\"', port: auto}\n"+
		"  b: {command: 'FC listen \"127.0.0.1:$PORT\"', port: auto}\n")
	if r := w.MustStart(app.Ref{Project: id, Name: "a"}); !strings.Contains(r.Reason, "open to the network") {
		t.Errorf("a: %+v", r.Status)
	}
	if r := w.MustStart(app.Ref{Project: id, Name: "b"}); strings.Contains(r.Reason, "network") {
		t.Errorf("b: %+v", r.Status)
	}
}

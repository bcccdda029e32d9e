package health

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/machine"
	"devservers/tests/fc"
)

func TestMain(m *testing.M) { fc.Main(m) }

// master is a server whose workers accept connections on a listener that their parent holds. It is a Source.
type master struct {
	Listening
	t    *testing.T
	cmd  *exec.Cmd
	file string // while it exists there are no workers
	out  *bufio.Scanner
	said []Silence
	seen map[app.Ref]observation
}

func newMaster(t *testing.T, args ...string) *master {
	m := &master{t: t, file: filepath.Join(t.TempDir(), "broken"), seen: map[app.Ref]observation{}}
	m.Port, m.Holder, m.Must = fc.FreePort(t), os.Getpid(), true
	argv := fc.Command(append([]string{"master", m.file, fmt.Sprintf("127.0.0.1:%d", m.Port)}, args...)...)
	cmd := exec.Command(argv[0], argv[1:]...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	m.cmd = cmd
	m.out = bufio.NewScanner(out)
	return m
}

func (m *master) Serving() []Listening          { return []Listening{m.Listening} }
func (m *master) Begun() <-chan struct{}        { return nil }
func (m *master) Silent(_ Listening, s Silence) { m.Told = s; m.said = append(m.said, s) }

// printed waits until the workers have begun so many times.
func (m *master) printed(n int) {
	for n > 0 && m.out.Scan() {
		if strings.HasPrefix(m.out.Text(), "a worker begins") {
			n--
		}
	}
}

// until looks until the state is as wanted.
func (m *master) until(deaf bool) {
	m.t.Helper()
	for end := time.Now().Add(time.Minute); m.Told.Deaf != deaf; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			m.t.Fatalf("%+v, want deaf = %v", m.Told, deaf)
		}
		look(m.seen, m.Serving(), m)
	}
}

func TestSilenceWhileNothingAccepts(t *testing.T) {
	t.Parallel()
	m := newMaster(t, "1", "0s", "0s")
	m.printed(1)
	look(m.seen, m.Serving(), m)
	for range 2 {
		if err := os.WriteFile(m.file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		m.until(true)
		if err := os.Remove(m.file); err != nil {
			t.Fatal(err)
		}
		m.until(false)
	}
}

// TestSilenceWhileConnectionsWait freezes a server that a client waits for, and lets it continue.
func TestSilenceWhileConnectionsWait(t *testing.T) {
	t.Parallel()
	m := newMaster(t, "1", "0s", "0s")
	m.printed(1)
	look(m.seen, m.Serving(), m)
	tree := process.Descendants(m.cmd.Process.Pid)
	all := func(sig syscall.Signal) {
		for _, pid := range tree {
			_ = syscall.Kill(pid, sig)
		}
	}
	all(syscall.SIGSTOP)
	defer all(syscall.SIGCONT)
	c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", m.Port))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	m.until(true)
	all(syscall.SIGCONT)
	m.until(false)
}

// listen starts a child that listens on the port, and returns what ends it.
func (m *master) listen() (end func()) {
	m.t.Helper()
	argv := fc.Command("listen", fmt.Sprintf("127.0.0.1:%d", m.Port))
	cmd := exec.Command(argv[0], argv[1:]...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		m.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan() && !strings.HasPrefix(lines.Text(), "listening"); {
	}
	return func() { _, _ = cmd.Process.Kill(), cmd.Wait() }
}

// TestListenerThatClosesAtOnceDoesNotServe: a program may listen before it loads the file that is broken.
func TestListenerThatClosesAtOnceDoesNotServe(t *testing.T) {
	t.Parallel()
	m := &master{t: t, seen: map[app.Ref]observation{}}
	m.Port, m.Holder, m.Must = fc.FreePort(t), os.Getpid(), true
	m.Told = Silence{Since: time.Now()}
	for range 3 {
		end := m.listen()
		look(m.seen, m.Serving(), m)
		end()
		look(m.seen, m.Serving(), m)
	}
	if len(m.said) > 0 {
		t.Errorf("%+v", m.said)
	}
	defer m.listen()()
	for end := time.Now().Add(time.Minute); m.Told.Any(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%+v", m.said)
		}
		look(m.seen, m.Serving(), m)
	}
}

// TestSilenceOfAWorkerThatWasNeverSeen: it ended before its listener was looked at, and an error was printed.
func TestSilenceOfAWorkerThatWasNeverSeen(t *testing.T) {
	t.Parallel()
	m := newMaster(t, "1", "0s", "0s")
	m.printed(1)
	if err := os.WriteFile(m.file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for m.out.Scan() && !strings.Contains(m.out.Text(), "it is broken") {
	}
	look(m.seen, m.Serving(), m)
	m.Erred = true
	m.until(true)
	m.Erred = false
	if err := os.Remove(m.file); err != nil {
		t.Fatal(err)
	}
	m.until(false)
}

// TestNoSilenceWhileSomethingComputes: a server that compiles accepts connections when it is done.
func TestNoSilenceWhileSomethingComputes(t *testing.T) {
	t.Parallel()
	m := newMaster(t, "1", "0s", "0s")
	m.printed(1)
	look(m.seen, m.Serving(), m)
	compiler := exec.Command("sh", "-c", "while :; do :; done")
	if err := compiler.Start(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(m.file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(2 * grace); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		look(m.seen, m.Serving(), m)
	}
	if len(m.said) > 0 {
		t.Errorf("%+v", m.said)
	}
	_ = compiler.Process.Kill()
	_ = compiler.Wait()
	m.until(true)
}

// TestErrorEndsTheGraceOfAReloaderThatComputes: after an error it is the reloader that computes, as it reads many
// files.
func TestErrorEndsTheGraceOfAReloaderThatComputes(t *testing.T) {
	t.Parallel()
	reloader := exec.Command("sh", "-c", "while :; do :; done")
	if err := reloader.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reloader.Process.Kill(); _ = reloader.Wait() })
	since := time.Now()
	for _, erred := range []bool{true, false} {
		a := acceptor{doubt: true, erred: erred, noted: since, deaf: since, waited: since}
		a = a.look(Listening{Holder: os.Getpid(), Erred: erred}, machine.Listener{Waiting: 1}, false)
		if a.deaf.Equal(since) != erred {
			t.Errorf("erred %v: %+v", erred, a)
		}
	}
}

// TestNoSilenceWhileWorkersComeAndGo: a worker that ends is not a reason to call its server silent while others accept,
// nor while the only other one is busy with a request.
func TestNoSilenceWhileWorkersComeAndGo(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"3", "0s", "130ms"}, {"2", "1500ms", "1s"}} {
		m := newMaster(t, args...)
		m.printed(1)
		done := make(chan bool)
		go func() { m.printed(8); close(done) }()
		for over := false; !over; {
			c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", m.Port)) // somebody uses it
			if err == nil {
				defer c.Close()
				_, _ = io.WriteString(c, "GET / HTTP/1.1\r\n\r\n")
			}
			look(m.seen, m.Serving(), m)
			select {
			case <-done:
				over = true
			case <-time.After(100 * time.Millisecond):
			}
		}
		if len(m.said) > 0 {
			t.Errorf("%v: %+v", args, m.said)
		}
	}
}

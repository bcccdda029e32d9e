//go:build chaos

package chaos

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"devservers/app/base/home"
	"devservers/app/base/process"
	"devservers/tests/apptest"
)

// patience bounds every wait. A call that takes longer hangs.
const patience = 60 * time.Second

// world is a home with a manager, whose processes are all copies of programs in that home.
type world struct {
	*apptest.Program
	t    *testing.T
	dir  string
	dirs home.Dirs
	exe  string // devservers
	fc   string // the program of all servers
	env  []string
	http *http.Client

	log        journal
	calls      atomic.Int64 // names each request
	unheard    atomic.Int64 // requests while no manager ran
	mu         sync.Mutex
	violations []string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	p := apptest.NewProgram(t).As("SHELL=/bin/sh")
	p.Exe = p.Path("bin/devservers")
	w := &world{Program: p, t: t, dir: p.Dirs.Home, dirs: p.Dirs, exe: p.Exe, fc: p.Path("bin/devfc"), env: p.Env,
		log: journal{began: time.Now()}}
	w.http = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	w.copy(binary, w.exe)
	w.copy(self, w.fc)
	t.Cleanup(w.close)
	return w
}

// copy makes to a copy of a program, so that its processes are known by where it lies.
func (w *world) copy(from, to string) {
	w.t.Helper()
	in, err := os.Open(from)
	if err != nil {
		w.t.Fatal(err)
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		w.t.Fatal(err)
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o700)
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		w.t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		w.t.Fatal(err)
	}
}

// write makes a file below the home.
func (w *world) write(name, text string) string {
	file := filepath.Join(w.dir, name)
	err := os.MkdirAll(filepath.Dir(file), 0o700)
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o600)
	}
	if err != nil {
		w.violate("files", "%v", err)
	}
	return file
}

func (w *world) text(file string) string {
	data, err := os.ReadFile(file)
	if err != nil {
		w.violate("files", "%v", err)
	}
	return string(data)
}

// devservers calls the command line.
func (w *world) devservers(args ...string) (out string, code int) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := w.Command(ctx, args...)
	data, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		w.violate("V13", "devservers %v hangs: %s", args, data)
	}
	if err != nil && cmd.ProcessState == nil {
		w.violate("files", "devservers %v: %v", args, err)
		return string(data), -1
	}
	return string(data), cmd.ProcessState.ExitCode()
}

// up makes sure that a manager runs, as any command does. It must succeed when nothing is killed meanwhile.
func (w *world) up() {
	if out, code := w.devservers("start"); code != 0 {
		w.violate("A1", "no manager starts: exit code %d: %s", code, out)
	}
}

// manager returns the process of the manager, if one runs.
func (w *world) manager() (process.Identity, bool) {
	st, running, err := home.ReadStatus(w.dirs)
	if err != nil || !running {
		return process.Identity{}, false
	}
	id, err := process.Identify(st.PID)
	exe, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", st.PID))
	return id, err == nil && exe == w.exe
}

// violate notes that a promise is broken.
func (w *world) violate(what, format string, args ...any) {
	text := what + ": " + fmt.Sprintf(format, args...)
	w.log.add("VIOLATION %s", text)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.violations = append(w.violations, text)
}

func (w *world) broken() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.violations...)
}

// settle waits until is returns nothing, and returns what it returned last.
func settle(limit time.Duration, is func() string) (left string) {
	for end := time.Now().Add(limit); ; time.Sleep(20 * time.Millisecond) {
		if left = is(); left == "" || time.Now().After(end) {
			return left
		}
	}
}

// close ends everything, and whatever is left.
func (w *world) close() {
	w.devservers("stop", "--all")
	w.http.CloseIdleConnections()
	for range 20 {
		all := w.processes()
		if len(all) == 0 {
			return
		}
		for _, p := range all {
			w.end(p)
		}
		time.Sleep(50 * time.Millisecond)
	}
	w.t.Errorf("processes are left: %s", strings.Join(describe(w.processes()), "\n"))
}

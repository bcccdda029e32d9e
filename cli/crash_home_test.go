package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/process"
	"devservers/app/run/protocol"
	"devservers/cli/client"
)

// testHome is a test's home directory, with managers and servers that are real processes: this binary as devservers.
type testHome struct {
	t    *testing.T
	dir  string
	dirs home.Dirs
	env  []string
}

// homeLimit bounds every wait in a home.
const homeLimit = 60 * time.Second

func newHome(t *testing.T) *testHome {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &testHome{t: t, dir: dir, dirs: home.Dirs{Home: dir, Config: dir + "/.config/devservers", State: dir +
		"/.state/devservers"}}
	h.env = append(client.CleanEnv(os.Environ()), "HOME="+dir, "XDG_CONFIG_HOME="+dir+"/.config", "XDG_STATE_HOME="+dir+
		"/.state",
		"XDG_DATA_HOME="+dir+"/.data", "XDG_RUNTIME_DIR=", client.PortVariable+
			"=0", "GORACE=atexit_sleep_ms=0", "LANG=C.UTF-8")
	t.Cleanup(h.end)
	return h
}

// end stops all that runs, and fails the test when a process is left.
func (h *testHome) end() {
	h.t.Helper()
	st, _ := h.manager()
	last, _ := process.Identify(st.PID)
	if out, code := h.try("stop", "--all"); code != exitOK {
		h.t.Errorf("stop: exit code %d: %s", code, out)
	}
	if last.PID > 0 && h.owns(last.PID) { // it releases its lock, and then ends
		h.until("the manager ends", func() bool { return !last.Alive() })
	}
	for _, p := range h.remaining() {
		h.t.Errorf("process %d is left: %s", p.id.PID, p.command)
		_ = p.id.Signal(syscall.SIGKILL)
	}
}

// remaining waits until no process is left but the ones that the test ends itself, and returns the ones that stay: a
// holder says that its run is over, and then ends.
func (h *testHome) remaining() (left []proc) {
	h.t.Helper()
	for limit := time.Now().Add(homeLimit); time.Now().Before(limit); time.Sleep(10 * time.Millisecond) {
		left = slices.DeleteFunc(h.processes(), func(p proc) bool { return p.command == bystanderCommand })
		if len(left) == 0 {
			break
		}
	}
	return left
}

// write creates a file below the home.
func (h *testHome) write(name, text string) string {
	h.t.Helper()
	file := filepath.Join(h.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
	return file
}

// command prepares a call of devservers in the project "crash", if there is one.
func (h *testHome) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "devservers", args...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = h.env, h.dir, time.Second
	if place := filepath.Join(h.dir, crashProject); regularDir(place) {
		cmd.Dir = place
	}
	return cmd
}

const crashProject = "crash"

func regularDir(dir string) bool { info, err := os.Stat(dir); return err == nil && info.IsDir() }

// try calls devservers and returns its output and its exit code. A call that hangs fails the test.
func (h *testHome) try(args ...string) (out string, code int) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), homeLimit)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := h.command(ctx, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		h.t.Fatalf("devservers %s hangs; so far: %s%s", strings.Join(args, " "), &stdout, &stderr)
	}
	if err != nil && cmd.ProcessState == nil {
		h.t.Fatal(err)
	}
	return stdout.String() + stderr.String(), cmd.ProcessState.ExitCode()
}

// must calls devservers and fails the test if the call fails.
func (h *testHome) must(args ...string) string {
	h.t.Helper()
	out, code := h.try(args...)
	if code != exitOK {
		h.t.Fatalf("devservers %s: exit code %d: %s\nthe manager's log:\n%s", strings.Join(args, " "), code, out, h.log())
	}
	return out
}

// log returns the end of the manager's log.
func (h *testHome) log() string {
	data, _ := os.ReadFile(h.dirs.LogFile())
	return string(data[max(0, len(data)-4000):])
}

// manager returns the content of status.json.
func (h *testHome) manager() (st home.Status, running bool) {
	h.t.Helper()
	st, running, err := home.ReadStatus(h.dirs)
	if err != nil {
		h.t.Fatal(err)
	}
	return st, running
}

// servers requests the state of the project's servers from the manager.
func (h *testHome) servers() map[string]app.Status {
	h.t.Helper()
	st, running := h.manager()
	if !running {
		h.t.Fatal("no manager runs")
	}
	ctx, cancel := context.WithTimeout(context.Background(), homeLimit)
	defer cancel()
	c := client.New(h.dirs, st)
	var list []app.Status
	if err := c.Get(ctx, "/api/projects/"+crashProject+"/servers", nil, &list); err != nil {
		h.t.Fatalf("%v\nthe manager's log:\n%s", err, h.log())
	}
	byName := map[string]app.Status{}
	for _, s := range list {
		byName[s.Name] = s
	}
	return byName
}

// until polls for a fact that nothing announces to this process.
func (h *testHome) until(what string, is func() bool) {
	h.t.Helper()
	for limit := time.Now().Add(homeLimit); !is(); {
		if time.Now().After(limit) {
			h.t.Fatalf("timed out: %s\nthe manager's log:\n%s", what, h.log())
		}
		<-time.After(5 * time.Millisecond)
	}
}

// killManager kills the manager without warning, and returns when it is gone.
func (h *testHome) killManager() {
	h.t.Helper()
	st, running := h.manager()
	if !running {
		return
	}
	id, err := process.Identify(st.PID)
	if err == nil && !h.owns(st.PID) {
		h.t.Fatalf("process %d is not a manager of this home", st.PID)
	}
	_ = id.Signal(syscall.SIGKILL)
	h.until("the manager is gone", func() bool { return !id.Alive() })
}

func (h *testHome) runDir(server, id string) string {
	return filepath.Join(h.dirs.RunsDir(), crashProject, server, id)
}

// runs lists the ids of a server's kept runs, oldest first.
func (h *testHome) runs(server string) (ids []string) {
	entries, err := os.ReadDir(filepath.Dir(h.runDir(server, "x")))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		h.t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			ids = append(ids, e.Name())
		}
	}
	return ids
}

// record returns a run's record, or an empty one if the run has none yet.
func (h *testHome) record(server, id string) protocol.Record {
	rec, err := protocol.Load(h.runDir(server, id))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		h.t.Fatal(err)
	}
	return rec
}

// proc is a process that was started for a home.
type proc struct {
	id      process.Identity
	parent  int
	command string
	run     string // the run named in its environment
}

// processes finds all living processes of the home, whatever started them: by HOME in their environment, and holders,
// which have no environment, by their working directory.
func (h *testHome) processes() (list []proc) {
	h.t.Helper()
	all, err := process.Listing()
	if err != nil {
		h.t.Fatal(err)
	}
	for _, p := range all {
		if p.State == 'Z' || p.PID == os.Getpid() || !h.owns(p.PID) {
			continue
		}
		id, err := process.Identify(p.PID)
		if err != nil {
			continue
		}
		argv, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.PID))
		if id.Start == p.Start && len(argv) > 0 { // a process with an empty one is about to end
			list = append(list, proc{id, p.PPID, strings.ReplaceAll(string(argv), "\x00", " "),
				environOf(p.PID)[process.Marker]})
		}
	}
	return list
}

func (h *testHome) owns(pid int) bool {
	cwd, _ := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
	return environOf(pid)["HOME"] == h.dir || strings.HasPrefix(cwd, h.dirs.State+"/")
}

func environOf(pid int) map[string]string {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	env := map[string]string{}
	for _, pair := range strings.Split(string(data), "\x00") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			env[name] = value
		}
	}
	return env
}

// descriptors counts a process's open files, and those of them that are the master side of a terminal.
func descriptors(pid int) (all, terminals int) {
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if to, err := os.Readlink(filepath.Join(dir, e.Name())); err == nil && strings.HasSuffix(to, "ptmx") {
			terminals++
		}
	}
	return len(entries), terminals
}

func decode[T any](t *testing.T, text string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return v
}

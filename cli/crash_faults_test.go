package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/process"
	"devservers/cli/client"
	"devservers/tests/fc"
)

// withServers returns a home where a manager runs servers, one of which ignores TERM.
func withServers(t *testing.T) *testHome {
	t.Helper()
	h := newHome(t)
	h.File(crashProject+"/devservers.yml", `project: crash
servers:
  plain: {command: devservers fc say hi, ready: {log: hi}}
  tree: {command: devservers fc tree 2 setsid, ready: {log: grown}}
  deaf: {command: devservers fc ignore, ready: {log: deaf}, stop: {timeout: 300ms}}
`)
	h.Must("trust", "--yes")
	h.Must("start")
	return h
}

// managerID returns the identity of the running manager.
func (h *testHome) managerID() process.Identity {
	h.T.Helper()
	st, running := h.Status()
	id, err := process.Identify(st.PID)
	if !running || err != nil {
		h.T.Fatalf("%+v, %v", st, err)
	}
	return id
}

func TestTERMAndINTEndTheManagerAndAllItsServers(t *testing.T) {
	t.Parallel()
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		h := withServers(t)
		id := h.managerID()
		if err := id.Signal(sig); err != nil {
			t.Fatal(err)
		}
		h.Until("the manager has ended", func() bool { return !id.Alive() })
		if left := h.Remaining(); len(left) > 0 {
			t.Errorf("%v: left over: %v", sig, left)
		}
		if _, running := h.Status(); running {
			t.Errorf("%v: status.json still names a manager", sig)
		}
	}
}

func TestSecondTERMEndsTheManagerAtOnceAndTheNextAdoptsItsRuns(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.File(crashProject+"/devservers.yml", "project: crash\nservers:\n"+
		"  a: {command: devservers fc ignore, ready: {log: deaf}, stop: {timeout: 4m}}\n")
	h.Must("trust", "--yes")
	h.Must("start")
	id, before := h.managerID(), h.servers()["a"]
	if err := id.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	h.Until("the server is being stopped", func() bool { return h.servers()["a"].State == app.Stopping })
	if err := id.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	h.Until("the manager has ended", func() bool { return !id.Alive() })
	rec := h.record("a", before.Run)
	if !rec.Leader.Alive() {
		t.Error("the server is gone before its time")
	}
	out := h.Must("runs", "a")
	if st := h.servers()["a"]; st.Run != before.Run || st.State != app.Stopping {
		t.Errorf("the next manager says %+v\n%s", st, out)
	}
	_ = rec.Leader.Signal(syscall.SIGKILL)
	h.Until("its run is over", func() bool { return h.record("a", before.Run).Gone != nil })
}

func TestHUPReloadsConfigurationWithoutTouchingServers(t *testing.T) {
	t.Parallel()
	h := withServers(t)
	before := h.servers()
	if err := h.managerID().Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	h.Until("the configuration is read again", func() bool { return strings.Contains(h.Log(), "configuration reloaded") })
	for name, st := range h.servers() {
		if was := before[name]; st.Run != was.Run || st.PID != was.PID || st.State != app.Ready {
			t.Errorf("%s is %+v, was %+v", name, st, was)
		}
	}
}

func TestManagerOutlivesItsTerminal(t *testing.T) {
	t.Parallel()
	h := withServers(t)
	id := h.managerID()
	sid, err := getsid(id.PID)
	if err != nil || sid != id.PID {
		t.Errorf("the manager (PID %d) is in session %d, %v", id.PID, sid, err)
	}
	for fd := range 3 {
		to, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", id.PID, fd))
		if err != nil || to != os.DevNull && to != h.Dirs.LogFile() {
			t.Errorf("its descriptor %d is %s, %v", fd, to, err)
		}
	}
}

func getsid(pid int) (int, error) {
	sid, _, errno := syscall.RawSyscall(syscall.SYS_GETSID, uintptr(pid), 0, 0)
	if errno != 0 {
		return 0, errno
	}
	return int(sid), nil
}

func TestTokenIsValidForOneManagerOnly(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.Env = append(h.Env, client.PortVariable+"="+strconv.Itoa(fc.FreePort(t)))
	h.Must("start")
	old, _ := h.Status()
	h.KillManager()
	h.Must("start")
	now, _ := h.Status()
	if now.Token == old.Token || now.URL != old.URL {
		t.Fatalf("manager %+v after %+v", now, old)
	}
	for token, want := range map[string]int{old.Token: http.StatusUnauthorized, now.Token: http.StatusOK} {
		r, err := http.NewRequest(http.MethodGet, now.URL+"/api/status", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("answer %d, want %d", answer.StatusCode, want)
		}
	}
	// A command that read status.json before the change continues with the new one.
	c := client.New(h.Dirs, old)
	if err := c.Get(t.Context(), "/api/status", nil, nil); err != nil {
		t.Error(err)
	}
}

// plantStatus writes a status.json for which no process holds a lock.
func (h *testHome) plantStatus(st home.Status) {
	h.T.Helper()
	data, err := json.Marshal(st)
	if err != nil {
		h.T.Fatal(err)
	}
	h.File(".state/devservers/status.json", string(data))
}

func TestStaleStatusFileIsHarmless(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	b := h.stand("one")
	h.plantStatus(home.Status{Running: true, PID: b.cmd.Process.Pid, URL: "http://localhost:1", Token: "old"})
	for _, args := range [][]string{{"status"}, {"stop"}, {"start"}, {"status", "--json"}, {"stop"}} {
		h.Must(args...)
	}
	b.check(t)
}

func TestPlantedRunIsHarmless(t *testing.T) {
	t.Parallel()
	h := withServers(t)
	b := h.stand("one")
	id, err := process.Identify(b.cmd.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	rec := h.record("plain", h.servers()["plain"].Run)
	h.Must("stop", "--all")
	id.Start++ // as if another process had this PID now
	// Don't use the id of the crash test's bystanders: that test may run at the same time.
	rec.ID, rec.Holder, rec.Leader, rec.End, rec.Gone = "1yyyyyyyyy", id, id, nil, nil
	data, err := json.Marshal(rec)
	if err != nil {
		t.Fatal(err)
	}
	h.File(strings.TrimPrefix(h.runDir("plain", rec.ID), h.Dirs.Home)+"/run.json", string(data))
	h.Must("start", "--no-wait", "crash/tree")
	if st := h.servers()["plain"]; st.Run != rec.ID || st.State != app.Failed || st.Exit.Cause != "holder" {
		t.Errorf("status %+v", st)
	}
	b.check(t)
	_ = b.cmd.Process.Kill()
	_ = b.cmd.Wait()
}

func TestTokenIsNotSentToOtherListeners(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 10)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				close(got)
				return
			}
			_ = c.SetReadDeadline(time.Now().Add(time.Second))
			buf := make([]byte, 1000)
			n, _ := c.Read(buf)
			got <- string(buf[:n])
			c.Close()
		}
	}()
	port := l.Addr().(*net.TCPAddr).Port
	h.plantStatus(home.Status{Running: true, PID: os.Getpid(), URL: fmt.Sprintf("http://localhost:%d", port),
		Token: "secret"})
	h.Must("status")
	h.Env = append(h.Env, fmt.Sprintf("%s=%d", client.PortVariable, port))
	for _, args := range [][]string{{"start"}, {"serve"}} {
		out, code := h.Call(args...)
		if code != exitPort || !strings.Contains(out, fmt.Sprintf("PID %d", os.Getpid())) {
			t.Errorf("%v: exit code %d: %s", args, code, out)
		}
	}
	l.Close()
	for text := range got { // who answers there is asked, but without a credential
		if strings.Contains(text, "secret") || strings.Contains(text, "Authorization") {
			t.Errorf("it was sent %q", text)
		}
	}
}

func TestManagerOfAnotherVersionIsReportedWithTheReplaceCommand(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.Must("start")
	st, _ := h.Status()
	if out := h.Must("status"); strings.Contains(out, "version") {
		t.Errorf("of the same version: %s", out)
	}
	st.Version = "v0.0.1"
	data, err := json.Marshal(st)
	if err != nil {
		t.Fatal(err)
	}
	h.File(".state/devservers/status.json", string(data))
	out := h.Must("start")
	if !strings.Contains(out, "v0.0.1") || !strings.Contains(out, "devservers upgrade") {
		t.Errorf("of another version: %s", out)
	}
}

func TestTokenIsInNoOtherProcessOrFile(t *testing.T) {
	t.Parallel()
	h := withServers(t)
	st, _ := h.Status()
	token := []byte(st.Token)
	for _, p := range h.Processes() {
		if p.PID == st.PID {
			continue
		}
		for _, name := range []string{"environ", "cmdline"} {
			data, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", p.PID, name))
			if err == nil && bytes.Contains(data, token) {
				t.Errorf("it is in the %s of process %d: %s", name, p.PID, p)
			}
		}
		files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", p.PID))
		for _, f := range files {
			if to, err := os.Readlink(f); err == nil &&
				(strings.Contains(to, "status.json") || strings.Contains(to, "manager.lock")) {
				t.Errorf("process %d has %s open: %s", p.PID, to, p)
			}
		}
	}
	err := filepath.Walk(h.Dirs.Home, func(path string, info os.FileInfo, err error) error {
		if err != nil || !info.Mode().IsRegular() || filepath.Base(path) == "status.json" {
			return nil
		}
		if data, err := os.ReadFile(path); err == nil && bytes.Contains(data, token) {
			t.Errorf("it is in %s", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestBrokenStatusFileOfALivingManagerIsReportedNotUsed(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.Must("start")
	id := h.managerID()
	file := filepath.Join(h.Dirs.State, "status.json")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, plant := range map[string]func() error{
		"garbage": func() error { return os.WriteFile(file, []byte("{"), 0o600) },
		"folder":  func() error { return os.Mkdir(file, 0o700) },
		"fifo":    func() error { return syscall.Mkfifo(file, 0o600) },
	} {
		if err := errors.Join(os.RemoveAll(file), plant()); err != nil {
			t.Fatal(err)
		}
		cmd := h.Command(t.Context(), "status")
		out, _ := cmd.CombinedOutput()
		if strings.Contains(string(out), "panic") || len(out) == 0 {
			t.Errorf("%s: %s", name, out)
		}
	}
	if err := errors.Join(os.RemoveAll(file), os.WriteFile(file, good, 0o600)); err != nil || !id.Alive() {
		t.Fatal(err, id.Alive())
	}
}

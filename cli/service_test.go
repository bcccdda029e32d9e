package cli

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"devservers/cli/client"
)

// TestSocketActivation has the port held by this process, as systemd holds it: a manager is started with the listener,
// answers the request that was waiting, and no child of it inherits the listener or its variables.
func TestSocketActivation(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	file, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	port := l.Addr().(*net.TCPAddr).Port
	if err := h.Dirs.Make(); err != nil {
		t.Fatal(err)
	}
	if err := (client.Service{Port: port}).Write(h.Dirs); err != nil {
		t.Fatal(err)
	}
	h.Env = append(h.Env, client.PortVariable+"="+strconv.Itoa(port))
	started := make(chan *exec.Cmd, 1)
	go func() { // what systemd does at the first connection, which it leaves in the queue
		cmd := exec.Command("sh", "-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec devservers serve --keep-servers")
		cmd.Env, cmd.Dir, cmd.ExtraFiles = h.Env, h.Dirs.Home, []*os.File{file}
		if err := cmd.Start(); err != nil {
			t.Error(err)
		}
		started <- cmd
	}()
	out, code := h.Call("start")
	if code != exitOK || !strings.Contains(out, fmt.Sprintf("localhost:%d", port)) {
		t.Fatalf("exit code %d: %s", code, out)
	}
	cmd := <-started
	if st, _ := h.Status(); st.PID != cmd.Process.Pid {
		t.Errorf("the manager is %d, not the one with the listener, %d", st.PID, cmd.Process.Pid)
	}
	if out, code := h.Call("stop", "--all"); code != exitOK {
		t.Errorf("exit code %d: %s", code, out)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestForeignListenersAreRefused passes on a listener that the network can reach.
func TestForeignListenersAreRefused(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	l, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	file, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cmd := exec.Command("sh", "-c", "LISTEN_PID=$$ LISTEN_FDS=1 exec devservers serve")
	cmd.Env, cmd.Dir, cmd.ExtraFiles = h.Env, h.Dirs.Home, []*os.File{file}
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "not on loopback") {
		t.Errorf("%v: %s", err, out)
	}
}

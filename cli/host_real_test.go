//go:build real

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/fc"
)

// sshd starts Debian's sshd on a free port of loopback, with a configuration and keys of its own. What it runs is in the
// place there. It returns the port, and a directory with an ssh whose configuration is here.
func sshd(t *testing.T, there *place) (port int, bin string) {
	t.Helper()
	dir := t.TempDir()
	port = fc.FreePort(t)
	for _, key := range []string{"host", "user"} {
		if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", dir+"/"+key).CombinedOutput(); err != nil {
			t.Fatal(err, string(out))
		}
	}
	set := ""
	for _, pair := range append(there.own(), "PATH="+os.Getenv("PATH")) {
		set += " " + strconv.Quote(pair)
	}
	hostKey, err := os.ReadFile(dir + "/host.pub")
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(os.MkdirAll("/run/sshd", 0o755), os.MkdirAll(dir+"/bin", 0o700),
		os.WriteFile(dir+"/sshd_config", fmt.Appendf(nil, "HostKey %s/host\nAuthorizedKeysFile %s/user.pub\nStrictModes no\n"+
			"PermitRootLogin yes\nPidFile none\nUsePAM no\nSetEnv%s\n", dir, dir, set), 0o600),
		os.WriteFile(dir+"/known_hosts", fmt.Appendf(nil, "[127.0.0.1]:%d %s", port, hostKey), 0o600),
		os.WriteFile(dir+"/config", fmt.Appendf(nil, "Host box\n HostName 127.0.0.1\n Port %d\n IdentityFile %s/user\n"+
			" UserKnownHostsFile %s/known_hosts\n IdentitiesOnly yes\n", port, dir, dir), 0o600),
		os.WriteFile(dir+"/bin/ssh", fmt.Appendf(nil, "#!/bin/sh\nexec /usr/bin/ssh -F %s/config \"$@\"\n", dir), 0o700))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, "/usr/sbin/sshd", "-D", "-e", "-f", dir+"/sshd_config", "-p", strconv.Itoa(port),
		"-o", "ListenAddress=127.0.0.1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = cmd.Wait() })
	fc.Until(t, "sshd listens", func() bool { return !fc.Silent(port) })
	return port, dir + "/bin"
}

// TestHostOverSSH: OpenSSH with its own configuration, and a host key that isn't known.
func TestHostOverSSH(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		fc.Lacks(t, "root, who runs sshd")
	}
	there, here := newPlace(t, shop), newPlace(t, nil)
	_, bin := sshd(t, there)
	here.Env = append(here.Env, "PATH="+bin+":"+os.Getenv("PATH"))
	there.run("shop", "trust", "--yes")
	if out := here.run("", "host", "add", "box", "ssh://root@box"); !strings.Contains(out, "reachable") {
		t.Fatal(out)
	}
	here.run("", "start", "box:shop/tick")
	if out := here.run("", "logs", "-n", "3", "box:shop/tick"); !strings.Contains(out, "tick") {
		t.Error(out)
	}
	if v := here.host(); v.State != app.HostReachable || v.Up != 1 {
		t.Errorf("%+v", v)
	}
	out, code := here.fails("host", "add", "other", "ssh://root@127.0.0.1:1")
	if code != exitCutOff || !strings.Contains(out, "refused") {
		t.Errorf("%d %s", code, out)
	}
}

package cli

import (
	"context"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app/run/cage"
	"devservers/cli/client"
	"devservers/tests/fc"
)

// TestCommandLineInSandboxes: in every kind of sandbox, commands either work or say at once that the manager runs and
// can't be reached. None starts a second manager.
func TestCommandLineInSandboxes(t *testing.T) {
	t.Parallel()
	fc.Needs(t, cage.Engine, cage.Try...)
	h := newHome(t)
	h.Must("start")
	st, _ := h.Status()
	u, err := url.Parse(st.URL)
	if err != nil {
		t.Fatal(err)
	}
	exe, err := exec.LookPath("devservers")
	if err != nil {
		t.Fatal(err)
	}
	real, _ := filepath.EvalSymlinks(exe)
	all := "bwrap --unshare-user --dev-bind / / "
	few := "bwrap --unshare-user --unshare-net --unshare-pid --ro-bind /usr /usr --ro-bind /etc /etc --symlink usr/bin /bin " +
		"--symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev --ro-bind " + filepath.Dir(real) + " " +
		filepath.Dir(real) + " --bind " + h.Dirs.State + " " + h.Dirs.State
	hide := " --tmpfs " + h.Dirs.State + " "
	noSocket := " --ro-bind /dev/null " + st.Socket + " "
	for _, c := range []struct {
		kind, sandbox string
		want          int
	}{
		{"user", all, exitOK},
		{"another user", all + "--uid 4711 --gid 4711 ", exitOK},
		{"network", all + "--unshare-net ", exitOK},
		{"network and PID", all + "--unshare-net --unshare-pid --proc /proc --die-with-parent ", exitOK},
		{"read-only files", "bwrap --unshare-user --unshare-net --ro-bind / / ", exitOK},
		{"a root of its own", few, exitOK},
		{"network, without the socket", all + "--unshare-net " + noSocket, exitCutOff},
		{"network and PID, without the socket", all + "--unshare-net --unshare-pid --proc /proc" + noSocket, exitCutOff},
		{"without the state directory", all + hide, exitCutOff},
		{"network, without the state directory", all + "--unshare-net" + hide, exitCutOff},
		{"a server's", all + "--unshare-net" + hide + "--setenv " + cage.Variable + " 1 ", exitCutOff},
	} {
		for _, command := range []string{"status", "start"} {
			ctx, cancel := context.WithTimeout(t.Context(), homeLimit)
			words := append(strings.Fields(c.sandbox), real, command)
			cmd := exec.CommandContext(ctx, words[0], words[1:]...)
			cmd.Dir = h.Dirs.Home
			cmd.Env = append(h.Command(ctx, command).Env, client.PortVariable+"="+u.Port())
			began := time.Now()
			out, _ := cmd.CombinedOutput()
			cancel()
			if code := cmd.ProcessState.ExitCode(); code != c.want {
				t.Errorf("%s: %s: exit code %d after %s: %s", c.kind, command, code, time.Since(began), out)
			}
		}
	}
	if now, _ := h.Status(); now.PID != st.PID {
		t.Errorf("the manager is %d, was %d", now.PID, st.PID)
	}
}

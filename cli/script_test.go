package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"devservers/app/base/home"
	"devservers/app/base/process"
)

// scriptCommands are the commands of scripts besides testscript's own.
func scriptCommands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	return map[string]func(ts *testscript.TestScript, neg bool, args []string){
		"shape": shape, "twenty": twenty, "kill9": kill9, "heldport": heldPort, "followed": followed, "told": told,
		"toldacross": toldAcross, "until": until,
	}
}

// scriptLimit bounds the waiting of a script's command.
const scriptLimit = time.Minute

// devservers prepares a call of the program in the script's directory.
func devservers(ts *testscript.TestScript, args ...string) *exec.Cmd {
	cmd := exec.Command("devservers", args...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), environ(ts)
	return cmd
}

// environ is the script's environment.
func environ(ts *testscript.TestScript) []string {
	env := os.Environ()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME",
		"XDG_RUNTIME_DIR",
		"LANG", "TERM", "DEVSERVERS_PORT", "GORACE", "PATH"} {
		env = append(env, name+"="+ts.Getenv(name))
	}
	return env
}

// twenty runs a command twenty times at once; each must succeed.
func twenty(ts *testscript.TestScript, _ bool, args []string) {
	errs := make(chan error, 20)
	for range cap(errs) {
		go func() {
			out, err := devservers(ts, args...).CombinedOutput()
			if err != nil {
				err = errors.New(err.Error() + ": " + string(out))
			}
			errs <- err
		}()
	}
	for range cap(errs) {
		ts.Check(<-errs)
	}
}

// until PATTERN COMMAND... calls the program until its output, with blanks folded, matches; with ! until it doesn't.
func until(ts *testscript.TestScript, neg bool, args []string) {
	pattern, out := regexp.MustCompile(args[0]), ""
	for limit := time.Now().Add(scriptLimit); time.Now().Before(limit); time.Sleep(20 * time.Millisecond) {
		printed, err := devservers(ts, args[1:]...).CombinedOutput()
		ts.Check(err)
		if out = shapeSpaces(string(printed)); pattern.MatchString(out) != neg {
			return
		}
	}
	ts.Fatalf("timed out waiting for %s of %v: %s", args[0], args[1:], out)
}

var manySpaces = regexp.MustCompile(` {2,}`)

func shapeSpaces(text string) string { return manySpaces.ReplaceAllString(text, "  ") }

// managerOf reads the status.json of the script's manager.
func managerOf(ts *testscript.TestScript) (st home.Status) {
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(filepath.Join(ts.Getenv("XDG_STATE_HOME"), "devservers", "status.json"))),
		&st))
	return st
}

// kill9 kills the script's manager with KILL, and returns when it is gone.
func kill9(ts *testscript.TestScript, _ bool, _ []string) {
	manager, err := process.Identify(managerOf(ts).PID)
	ts.Check(err)
	ts.Check(manager.Signal(syscall.SIGKILL))
	dirs := home.Dirs{State: filepath.Join(ts.Getenv("XDG_STATE_HOME"), "devservers")}
	for limit := time.Now().Add(scriptLimit); time.Now().Before(limit); time.Sleep(5 * time.Millisecond) {
		if held, err := home.LockHeld(dirs); err == nil && !held {
			return
		}
	}
	ts.Fatalf("the lock is still held")
}

// heldPort starts a manager with another state directory on the port of the script's manager: it must end with exit
// code 6 and name that one, whose files it doesn't see.
func heldPort(ts *testscript.TestScript, _ bool, _ []string) {
	st := managerOf(ts)
	_, number, err := net.SplitHostPort(strings.TrimPrefix(st.URL, "http://"))
	ts.Check(err)
	cmd := devservers(ts, "serve", "--port", number)
	cmd.Env = append(cmd.Env, "XDG_STATE_HOME="+ts.MkAbs("other"))
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != exitCutOff {
		ts.Fatalf("exit code %d, want %d: %v %s", code, exitCutOff, err, out)
	}
	if who := "PID " + strconv.Itoa(st.PID); !strings.Contains(string(out), who) {
		ts.Fatalf("%q does not name %s", out, who)
	}
}

// followed NAME N follows a server that counts, restarts the manager after line N, reads N more, and checks that each
// line came once. Ctrl-C must end the follower with exit code 0.
func followed(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	cmd := devservers(ts, "logs", "-f", "-n", "1000", args[0])
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	kill := time.AfterFunc(scriptLimit, func() { _ = cmd.Process.Kill() })
	defer kill.Stop()
	lines := bufio.NewScanner(out)
	countTo(ts, lines, 1, n)
	ts.Check(devservers(ts, "stop", "--keep-servers").Run())
	ts.Check(devservers(ts, "start", args[0]).Run())
	kill.Reset(scriptLimit)
	countTo(ts, lines, n+1, 2*n)
	ts.Check(cmd.Process.Signal(os.Interrupt))
	_, _ = io.Copy(io.Discard, out)
	ts.Check(cmd.Wait())
}

// countTo reads the numbers from first to last, one a line.
func countTo(ts *testscript.TestScript, lines *bufio.Scanner, first, last int) {
	for want := first; want <= last; want++ {
		if !lines.Scan() {
			ts.Fatalf("the follower ended before line %d", want)
		}
		if got := lines.Text(); got != strconv.Itoa(want) {
			ts.Fatalf("line %q, want %d", got, want)
		}
	}
}

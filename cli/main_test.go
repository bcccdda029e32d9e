package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/goleak"

	"devservers/cli/client"
	"devservers/tests/fc"
)

// TestMain makes the test binary the devservers of the scripts, and fc, which runs as their servers.
func TestMain(m *testing.M) {
	testscript.Main(leakless{m}, map[string]func(){"devservers": func() { os.Exit(Main()) }})
}

// leakless fails a run of tests that leaves goroutines behind.
type leakless struct{ *testing.M }

func (m leakless) Run() int {
	leaveAgent()
	code := fc.Tests{TestingM: m.M}.Run()
	if err := goleak.Find(); code == 0 && err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// leaveAgent makes this process one that a person runs, even if an agent runs the tests.
func leaveAgent() {
	env := client.CleanEnv(os.Environ())
	os.Clearenv()
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		_ = os.Setenv(name, value)
	}
}

// TestScripts runs the scripts, each with its own home, manager and servers.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:   "testdata",
		Setup: ownHome,
		Cmds:  scriptCommands(),
	})
}

// ownHome gives a script its own directories, and stops what it has started.
func ownHome(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, "home")
	env.Setenv("HOME", home)
	for name, dir := range map[string]string{"CONFIG": ".config", "STATE": ".state", "DATA": ".data", "CACHE": ".cache"} {
		env.Setenv("XDG_"+name+"_HOME", filepath.Join(home, dir))
	}
	env.Setenv("XDG_RUNTIME_DIR", "")
	env.Setenv("FREE_PORT", strconv.Itoa(fc.FreePort(env.T())))
	env.Setenv("LANG", "C.UTF-8")
	env.Setenv("TERM", "xterm")
	env.Setenv("DEVSERVERS_PORT", "0")
	env.Setenv("GORACE", "atexit_sleep_ms=0")
	env.Setenv("FREE_PORT", strconv.Itoa(fc.FreePort(env.T())))
	env.Defer(func() {
		stop := exec.Command("devservers", "stop", "--all")
		stop.Env, stop.Dir = env.Vars, env.WorkDir
		if out, err := stop.CombinedOutput(); err != nil {
			env.T().Log("cannot stop the manager:", err, string(out))
		}
	})
	return os.MkdirAll(home, 0o700)
}

// shape compares output with a file, without what differs from run to run.
func shape(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 || neg {
		ts.Fatalf("usage: shape stdout|stderr|FILE WANT")
	}
	got, want := shapeOf(ts.ReadFile(args[0])), ts.ReadFile(args[1])
	if diff := cmp.Diff(want, got); diff != "" {
		ts.Fatalf("(-want +got):\n%s\nall of it:\n%s", diff, got)
	}
}

// shapeOf replaces ports, process ids, runs and times by placeholders, and blanks by two.
func shapeOf(text string) string {
	for _, r := range [][2]string{
		{`localhost:\d+`, "localhost:PORT"},
		{`127\.0\.0\.1:\d+`, "127.0.0.1:PORT"},
		{`PID \d+`, "PID N"},
		{`port \d{4,5}`, "port N"},
		{`\b\d+(\.\d)?(ms|s|m|h)( \d+[smh])?\b`, "T"},
		{`\b\d+(\.\d)?%`, "C"},
		{`\b\d+(\.\d)? (B|kB|MB)\b`, "M"},
		{`\b1[0-9a-hjkmnp-tv-z]{9}\b`, "RUN"},
		{`(\s)\d{2,7}(\s+RUN)`, "${1}N$2"},
		{` {2,}`, "  "},
	} {
		text = regexp.MustCompile(r[0]).ReplaceAllString(text, r[1])
	}
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimRight(line, "\n"))
	}
	return strings.Join(lines, "\n") + "\n"
}

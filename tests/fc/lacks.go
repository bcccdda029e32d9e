package fc

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
)

// Lacks skips a test for want of something that this machine has not. In continuous integration on Linux (CI is set),
// where .ci/tools has installed everything, it fails: what nobody has checked does not pass.
func Lacks(t testing.TB, what ...any) {
	t.Helper()
	if os.Getenv("CI") != "" && runtime.GOOS == "linux" {
		t.Fatal(append([]any{"this machine lacks:"}, what...)...)
	}
	t.Skip(what...)
}

// Needs returns the path of a program. Where it is missing or, given arguments, fails with them, the test Lacks it.
func Needs(t testing.TB, name string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	var out []byte
	if err == nil && len(args) > 0 {
		out, err = exec.Command(path, args...).CombinedOutput()
	}
	if err != nil {
		Lacks(t, name, args, err, string(out))
	}
	return path
}

//go:build figures && linux

package figures

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
)

// binary is the program under test: $DEVSERVERS, or the one of this source, built as releases are.
var binary = os.Getenv("DEVSERVERS")

func TestMain(m *testing.M) {
	child()
	os.Exit(tested(m))
}

func tested(m *testing.M) int {
	if binary == "" {
		dir, err := os.MkdirTemp("", "figures")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "devservers")
		build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "devservers")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
			return 1
		}
	}
	return m.Run()
}

// rounds returns how often each figure is measured: $ROUNDS, or else the usual number.
func rounds(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("ROUNDS")); err == nil && n > 0 {
		return n
	}
	return usual
}

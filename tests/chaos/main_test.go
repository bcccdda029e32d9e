//go:build chaos

package chaos

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"devservers/tests/fc"
)

// binary is the program under test: $DEVSERVERS, or the one of this source.
var binary = os.Getenv("DEVSERVERS")

func TestMain(m *testing.M) { os.Exit(tested(m)) }

func tested(m *testing.M) int {
	if binary == "" {
		dir, err := os.MkdirTemp("", "chaos")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "devservers")
		if err := build(binary); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return fc.Tests{TestingM: m}.Run()
}

// build builds the program, with what flags say.
func build(to string, flags ...string) error {
	args := append([]string{"build", "-o", to}, flags...)
	out, err := exec.Command("go", append(args, "devservers")...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("go %v: %w\n%s", args, err, out)
	}
	return nil
}

// given returns the duration in an environment variable, or else the usual one.
func given(name string, usual time.Duration) time.Duration {
	if d, err := time.ParseDuration(os.Getenv(name)); err == nil {
		return d
	}
	return usual
}

// theSeed returns $SEED, or a new one.
func theSeed() uint64 {
	if n, err := strconv.ParseUint(os.Getenv("SEED"), 10, 64); err == nil {
		return n
	}
	return uint64(time.Now().UnixNano())
}

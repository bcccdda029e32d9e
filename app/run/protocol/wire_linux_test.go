package protocol

import (
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// A process that is started while a wire is made must not inherit it: as long as it lived, the end of the holder would
// go unnoticed.
func TestProcessesDontInheritWires(t *testing.T) {
	t.Parallel()
	sockets := func() int {
		open, err := exec.Command("ls", "-l", "/proc/self/fd").CombinedOutput()
		if err != nil {
			t.Fatal(err, string(open))
		}
		return strings.Count(string(open), "socket:")
	}
	before := sockets() // the ones that the tests were started with
	var makers sync.WaitGroup
	stop := make(chan struct{})
	defer func() {
		close(stop)
		makers.Wait()
	}()
	for range 4 {
		makers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				w, theirs, err := Pair()
				if err != nil {
					t.Error(err)
					return
				}
				w.Close()
				theirs.Close()
			}
		})
	}
	for range 100 {
		if n := sockets(); n > before {
			t.Errorf("%d sockets were inherited", n-before)
			break
		}
	}
}

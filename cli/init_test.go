package cli

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"devservers/app/run/protocol"
)

// mostInit is how many bytes may be allocated before a holder begins: 136 kB of the 2 MB of this program, and 260 kB of
// what only tests link. Each running server has a holder, which keeps them.
const mostInit = 512 << 10

var initialized = regexp.MustCompile(`(?m)^init (\S+) @.* clock, (\d+) bytes`)

func TestHoldersBeginBeforeTheRestIsInitialized(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(os.Args[0], protocol.HoldArg)
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1", protocol.HoldEnv+"=1")
	out, err := cmd.CombinedOutput() // it has no manager, and ends
	if err == nil || !strings.Contains(string(out), "devservers hold:") {
		t.Fatal(err, string(out))
	}
	found := initialized.FindAllStringSubmatch(string(out), -1)
	if len(found) < 5 {
		t.Fatalf("%d packages in:\n%s", len(found), out)
	}
	sum := 0
	for _, m := range found {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			t.Error(m[0], err)
		}
		sum += n
	}
	if sum > mostInit {
		t.Errorf("%d bytes are allocated before a holder begins:\n%s", sum, out)
	}
}

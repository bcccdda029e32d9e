package cli

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// mostInit is how many bytes one of our packages may allocate before main: each command and each holder pays for them.
const mostInit = 64 << 10

var initialized = regexp.MustCompile(`(?m)^init (devservers\S*) @.* clock, (\d+) bytes`)

func TestPackagesInitializeLittle(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatal(err, string(out))
	}
	found := initialized.FindAllSubmatch(out, -1)
	if len(found) < 5 {
		t.Fatalf("%d packages in:\n%s", len(found), out)
	}
	for _, m := range found {
		if n, err := strconv.Atoi(string(m[2])); err != nil || n > mostInit {
			t.Errorf("%s allocates %s bytes before main: make its tables and expressions when they are first used", m[1], m[2])
		}
	}
}

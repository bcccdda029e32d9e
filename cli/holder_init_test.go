package cli

import (
	"context"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

var initLine = regexp.MustCompile(`(?m)^init devservers/(\S+) @.* (\d+) bytes, \d+ allocs`)

// TestHolderInitializesLittle: our packages that are initialized before app/run, where a holder branches off, allocate
// almost nothing, since each holder would keep it.
func TestHolderInitializesLittle(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), homeLimit)
	defer cancel()
	holder := exec.CommandContext(ctx, "devservers", "hold", "nothing", "nothing")
	holder.Env = append(os.Environ(), "GODEBUG=inittrace=1", "DEVSERVERS_HOLD=1")
	out, err := holder.CombinedOutput()
	if err == nil {
		t.Fatalf("a holder of nothing is content: %s", out)
	}
	found := initLine.FindAllStringSubmatch(string(out), -1)
	for _, m := range found {
		if bytes, _ := strconv.Atoi(m[2]); bytes > 64<<10 {
			t.Errorf("%s makes %d bytes while it is initialised", m[1], bytes)
		}
	}
	if len(found) == 0 {
		t.Errorf("nothing of ours was initialised: %s", out)
	}
}

package why

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const trace = `10:00:01.000 ERROR job 60 failed
Traceback (most recent call last):
  File "worker/jobs.py", line 48, in run
    thumbnail = resize(image, width=320)
  File "worker/images.py", line 17, in resize
    scale = width / image.width
ZeroDivisionError: division by zero`

// TestLinesOfAnErrorAreWhole: the lines that come along are those of the error, whatever was printed after it, and the
// last lines if the server failed.
func TestLinesOfAnErrorAreWhole(t *testing.T) {
	t.Parallel()
	after := strings.Repeat("10:00:02.000 INFO job done\n", 30) + "10:00:03.000 INFO shutting down"
	c := printedCase{said: "10:00:00.000 INFO begin\n" + trace + "\n" + after}
	r := c.reads(t)
	r.Failed = false
	if diff := cmp.Diff(strings.Split(trace, "\n"), r.block()); diff != "" {
		t.Error("a server that is well:", diff)
	}
	r.Failed = true
	lines := r.block()
	if diff := cmp.Diff(strings.Split(trace, "\n"), lines[:7]); diff != "" {
		t.Error("a server that failed:", diff)
	}
	if n := len(lines); n != blockLines || lines[7] != left || !strings.HasSuffix(lines[n-1], "shutting down") {
		t.Errorf("%d lines: %q", n, lines)
	}
}

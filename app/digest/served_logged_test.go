package digest

import (
	"slices"
	"testing"
	"time"
)

// TestStructuredLogsShowPages: the line with the answer names only the id of the request.
func TestStructuredLogsShowPages(t *testing.T) {
	t.Parallel()
	var p Served
	d := New("/p", "/p")
	for _, line := range []string{
		`{"level":30,"reqId":"req-1","req":{"method":"GET","url":"/items"},"msg":"incoming request"}`,
		`{"level":30,"reqId":"req-1","res":{"statusCode":200},"msg":"request completed"}`,
	} {
		if !p.Read(time.Now(), []byte(line), d) {
			t.Errorf("no request: %s", line)
		}
	}
	if p.Last != "/items" || !slices.Equal(p.Good, []string{"/items"}) {
		t.Errorf("%q, %q", p.Last, p.Good)
	}
}

//go:build real

package mcp_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// A reader that comes when much was printed reads the end, and says so: here the next manager's.
// With the race detector, as many lines as are read take minutes.
func TestErrorBeforeTheLinesThatAreReadIsNotDenied(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.declare("shop", "servers:\n  web: {command: FC replay log.txt 0}\n")
	w.written(filepath.Join(dir, "log.txt"), "ERROR payment failed: card declined\n"+
		strings.Repeat("GET /health 200 in 3ms, worker 17\n", 60_000))
	w.Register(dir)
	a := w.agent("/mcp", false)
	a.call("start_server", given{"server": "web", "timeout_s": 45})
	a.ok("wait_for", given{"server": "web", "until": "exit", "timeout_s": 45})
	w.close(true)
	w.open()
	w.agent("/mcp", false).ok("get_errors", given{"server": "web"}).says("lines of shop/web were not read",
		"level=error looks at all")
}

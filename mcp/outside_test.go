package mcp_test

import (
	"fmt"
	"net"
	"strings"
	"testing"
)

// An agent learns that devservers doesn't run a server, instead of a cause that is none, and what a person can do about
// a port that something else serves.
func TestExternalServersAreNotStarted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other, err := net.Listen("tcp", "127.0.0.1:0")
	w.must(err)
	defer other.Close()
	port := other.Addr().(*net.TCPAddr).Port
	w.project("shop", fmt.Sprintf("servers:\n  db: {managed: false, ready: {http: 'http://127.0.0.1:1/'}}\n"+
		"  cache: {managed: false, port: %d}\n"+
		"  web: {command: 'FC listen 127.0.0.1:$PORT', port: auto, depends_on: [db]}\n"+
		"  held: {command: 'FC listen 127.0.0.1:$PORT', port: %d}\n", port, port))
	a := w.agent("/mcp", false)
	const never = "start db where it belongs: devservers never starts it (managed: false)"
	a.fails("not_ready", "start_server", given{"server": "db"}, "nothing serves it", never)
	for _, r := range []answer{a.ok("diagnose", given{"server": "db"}),
		a.fails("dependency", "start_server", given{"server": "web"})} {
		if r.says("nothing serves it", never); strings.Contains(r.text, "command") {
			t.Errorf("it has no command that could be wrong: %s", r.text)
		}
	}
	a.ok("get_server_logs", given{"server": "db"}).says("doesn't run it")
	a.ok("list_projects", nil).says("nothing serves it")
	a.ok("start_server", given{"server": "cache"}).says("state: external", "only follows it")
	const adopt = "devservers adopt shop/held"
	a.fails("port_in_use", "start_server", given{"server": "held"}, adopt, "patch_config")
	a.ok("diagnose", given{"server": "held"}).says(adopt, "patch_config")
}

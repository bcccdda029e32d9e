package mcp_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/tests/fc"
)

// cost counts what an agent spends: calls, and tokens of what it sends and receives.
type cost struct {
	*agent
	rows  []string
	calls int
	spent int
}

func (c *cost) step(what, tool string, args given) answer {
	c.T.Helper()
	r := c.call(tool, args)
	n := tokens(c.T, tool) + tokens(c.T, fmt.Sprint(args)) + tokens(c.T, r.text)
	c.calls, c.spent = c.calls+1, c.spent+n
	c.rows = append(c.rows, fmt.Sprintf("%-28s %-16s %5d", what, tool, n))
	return r
}

// measured is a project whose servers and tasks print what real tools have printed.
func measured(t *testing.T) *cost {
	t.Helper()
	w := newWorld(t)
	bin := filepath.Join(w.Dirs.Home, "bin")
	w.must(os.Mkdir(bin, 0o755))
	w.must(os.WriteFile(filepath.Join(bin, "npm"), []byte("#!/bin/sh\necho added 12 packages in 2s\n"), 0o755))
	dir := w.declare("shop", strings.ReplaceAll(`servers:
  web: {command: 'FC listen 127.0.0.1:$PORT', port: auto}
  api: {command: FC replay missing.txt 1, port: auto}
tasks:
  install: {command: npm install, env: {PATH: BIN}}
  test: {command: FC replay vitest.txt 1}
`, "BIN", bin))
	for name, from := range map[string]string{"missing.txt": "node_missing.txt", "vitest.txt": "vitest.txt"} {
		w.copied(filepath.Join("../app/digest/testdata/parsed", from), filepath.Join(dir, name))
	}
	w.must(os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"dependencies": {"no-such-package": "1"}}`), 0o600))
	w.Register(dir)
	return &cost{agent: w.agent("/mcp", false)}
}

func (w *world) copied(from, to string) {
	w.T.Helper()
	b, err := os.ReadFile(from)
	w.must(err)
	w.must(os.WriteFile(to, b, 0o600))
}

// atMost fails if the steps cost more.
func (c *cost) atMost(calls, spent int) {
	c.T.Helper()
	c.T.Logf("%d calls, %d tokens\n%s", c.calls, c.spent, strings.Join(c.rows, "\n"))
	if c.calls > calls || c.spent > spent {
		c.T.Errorf("%d calls and %d tokens, more than %d and %d", c.calls, c.spent, calls, spent)
	}
}

func TestCrashForAMissingPackageIsCheap(t *testing.T) {
	t.Parallel()
	c := measured(t)
	c.step("start", "start_server", given{"server": "api"}).says("no-such-package", "call run_task with task shop/install")
	c.step("install", "run_task", given{"task": "install"}).says("succeeded", "added 12 packages")
	c.atMost(2, 300)
}

func TestFailingTestsAreCheap(t *testing.T) {
	t.Parallel()
	c := measured(t)
	c.step("test", "run_task", given{"task": "test"}).says("cart.test.js:5:27", "expected 4 to be 3", "cart.test.js:8:15",
		"reading 'items'")
	c.atMost(1, 250)
}

// TestListOfManyServersIsShort: also if they are in one project, and nothing is hidden.
func TestListOfManyServersIsShort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for p := range 10 {
		var b strings.Builder
		for n := range 10 {
			fmt.Fprintf(&b, "  server%d: {command: FC echo}\n", n)
		}
		w.project(fmt.Sprintf("project%d", p), "servers:\n"+b.String())
	}
	c := &cost{agent: w.agent("/mcp", false)}
	c.step("list", "list_projects", nil).says("id: project0", "id: project9", "10 stopped")
	c.atMost(1, 1500)
	near := &cost{agent: w.agent("/mcp/p/project3", false)}
	near.step("list", "list_projects", nil).says("server7 stopped", "id: project9")
	near.atMost(1, 1500)
	var b strings.Builder
	for n := range 100 {
		fmt.Fprintf(&b, "  server%d: {command: FC echo}\n", n)
	}
	w.project("large", "servers:\n"+b.String())
	large := &cost{agent: w.agent("/mcp", false)}
	large.step("list", "list_projects", given{"project": "large"}).says("server0 stopped", "server99 stopped")
	large.atMost(1, 1500)
}

func TestDirectoryWithoutAProjectIsNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	w.agent("/mcp?dir=/home/me/other", false).ok("list_projects", nil).says("/home/me/other has no project",
		"action=propose", "id: shop")
}

func TestHeldPortIsCheap(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other, err := net.Listen("tcp", "127.0.0.1:0")
	w.must(err)
	defer other.Close()
	w.project("shop", fmt.Sprintf("servers:\n  web: {command: 'FC listen 127.0.0.1:$PORT', port: %d}\n",
		other.Addr().(*net.TCPAddr).Port))
	c := &cost{agent: w.agent("/mcp", false)}
	c.step("start", "start_server", given{"server": "web"}).says("port_owner", "patch_config")
	c.step("another port", "patch_config", given{"server": "web", "port": "auto", "reason": "the port is held"})
	c.step("start", "start_server", given{"server": "web"}).says("state: ready")
	c.atMost(3, 450)
}

// If the lines come too fast to be read for errors, the answer tells the model this, and where they are.
func TestErrorAmongManyLinesIsCheap(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.declare("shop", "servers:\n  web: {command: FC replay log.txt 0}\n")
	lines := strings.Repeat("GET /health 200 in 3ms, worker 17\n", 100_000/fc.Fewer)
	w.written(filepath.Join(dir, "log.txt"), lines+"ERROR payment failed: card declined\n"+lines)
	w.Register(dir)
	c := &cost{agent: w.agent("/mcp", false)}
	c.agent.call("start_server", given{"server": "web", "timeout_s": 45})
	c.agent.ok("wait_for", given{"server": "web", "until": "exit", "timeout_s": 45})
	if r := c.step("errors", "get_errors", given{"server": "web"}); !strings.Contains(r.text, "payment failed") {
		r.says("level=error looks at all")
	}
	c.step("lines", "get_server_logs", given{"server": "web", "level": "error"}).says("payment failed")
	c.atMost(2, 300)
}

func TestTwoAgentsHearOfEachOtherCheaply(t *testing.T) {
	t.Parallel()
	c := measured(t)
	two := c.agentNamed("two")
	c.agent.ok("start_server", given{"server": "web"})
	two.ok("restart_server", given{"server": "web"})
	c.step("hear", "wait_for", given{"server": "web", "until": "ready"}).says("two restarted shop/web")
	c.atMost(1, 160)
}

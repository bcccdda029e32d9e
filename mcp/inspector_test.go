//go:build real && linux

package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"devservers/tests/apptest/npm"
)

// inspector is the command line of the MCP Inspector, with a home of its own.
func (w *world) inspector(home string, arguments ...string) *exec.Cmd {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	w.T.Cleanup(cancel)
	script := filepath.Join(npm.Installed(w.T, "testdata/clients"),
		"@modelcontextprotocol/inspector/clients/cli/build/index.js")
	c := exec.CommandContext(ctx, npm.Node(w.T),
		append([]string{script, w.url() + "/mcp", "--transport", "http"}, arguments...)...)
	c.Env = []string{"HOME=" + home, "PATH=" + home, "MCP_INSPECTOR_SECRET_STORE=file", "MCP_AUTO_OPEN_ENABLED=true"}
	return c
}

// The codes with which the Inspector ends.
const (
	inspectorFine        = 0
	inspectorNeedsAccess = 3
	inspectorToolFailed  = 5
)

// inspects runs the Inspector to its end, which has to be with code, after it has said all of words.
func (w *world) inspects(c *exec.Cmd, code int, words ...string) {
	w.T.Helper()
	out, err := c.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.T.Fatal(err)
	}
	if got := c.ProcessState.ExitCode(); got != code {
		w.T.Errorf("%v: code %d, not %d: %s", c.Args[2:], got, code, out)
	}
	for _, word := range words {
		if !bytes.Contains(out, []byte(word)) {
			w.T.Errorf("%v: %q is missing: %s", c.Args[2:], word, out)
		}
	}
}

func TestInspectorCommandLineWorks(t *testing.T) {
	w := newWorld(t)
	w.project("shop", shop)
	home := t.TempDir()
	for _, era := range []string{"legacy", "modern"} {
		with := func(arguments ...string) *exec.Cmd {
			return w.inspector(home, append(arguments, "--protocol-era", era, "--header", "Authorization: Bearer "+token)...)
		}
		w.inspects(with("--method", "tools/list", "--strict"), inspectorFine, `"name": "start_server"`)
		w.inspects(with("--method", "tools/call", "--tool-name", "list_projects"), inspectorFine, `"server": "shop/web"`)
		w.inspects(with("--method", "tools/call", "--tool-name", "start_server", "--tool-arg", "server=web"), inspectorFine,
			`"state": "ready"`)
		w.inspects(with("--method", "tools/call", "--tool-name", "get_server_logs", "--tool-arg", "server=web"),
			inspectorFine, "listening on")
		w.inspects(with("--method", "tools/call", "--tool-name", "start_server", "--tool-arg", "server=bad"),
			inspectorToolFailed, "the database is missing")
	}
	w.inspects(w.inspector(home, "--method", "logging/setLevel", "--log-level", "info", "--header",
		"Authorization: Bearer "+token), inspectorFine)
	w.inspects(w.inspector(home, "--method", "tools/list", "--stored-auth-only"), inspectorNeedsAccess, "auth_required")
}

func TestInspectorGetsAccessByConsent(t *testing.T) {
	w := newWorld(t)
	w.project("shop", shop)
	home := t.TempDir()
	c := w.inspector(home, "--method", "tools/call", "--tool-name", "list_projects", "--callback-url",
		"http://127.0.0.1:0/oauth/callback")
	said, err := c.StderrPipe()
	w.must(err)
	var out bytes.Buffer
	c.Stdout = &out
	w.must(c.Start())
	question := ""
	for lines := bufio.NewScanner(said); question == "" && lines.Scan(); {
		_, question, _ = strings.Cut(lines.Text(), "Please navigate to: ")
	}
	back, err := http.Get(w.allow(question, "MCP Inspector"))
	w.must(err)
	back.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	if err := c.Wait(); err != nil || !strings.Contains(out.String(), "shop/web") {
		t.Errorf("%v %s", err, out.String())
	}
	w.close(true)
	w.open()
	w.inspects(w.inspector(home, "--method", "tools/list", "--stored-auth-only"), inspectorFine, "start_server")
}

//go:build real && linux

package cli

import (
	"bufio"
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"devservers/tests/apptest/npm"
	"devservers/tests/fc"
)

// questionLine is where the suite tells a person what to open.
var questionLine = regexp.MustCompile(`^http://\S+/oauth/authorize\?\S+$`)

// The official suite's part about authorization servers: metadata, and a whole grant with a person in the middle.
func TestTheConformanceSuiteGetsIn(t *testing.T) {
	modules := npm.Installed(t, "../mcp/testdata/conformance")
	h := newHome(t)
	h.Must("open", "--json") // starts the manager
	st, _ := h.Status()
	port := strconv.Itoa(fc.FreePort(t))
	callback := "http://127.0.0.1:" + port + "/callback"
	ctx, cancel := context.WithTimeout(context.Background(), homeLimit)
	defer cancel()
	suite := exec.CommandContext(ctx, npm.Node(t),
		filepath.Join(modules, "@modelcontextprotocol/conformance/dist/index.js"), "authorization", "--url", st.URL,
		"--client-id", h.registered("the suite", callback), "--resource", st.URL+"/mcp", "-p", port)
	suite.Dir = t.TempDir()
	out, err := suite.StdoutPipe()
	if err == nil {
		suite.Stderr = suite.Stdout
		err = suite.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	said := h.answer(out, callback)
	if err := suite.Wait(); err != nil {
		t.Errorf("%v", err)
	}
	t.Log(said)
	if !strings.Contains(said, "Total: 3 passed, 0 failed") {
		t.Errorf("the suite is not content")
	}
}

// answer reads what the suite says to its end, and clicks Allow when it asks a person.
func (h *testHome) answer(out io.Reader, callback string) string {
	h.T.Helper()
	var said strings.Builder
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if line := lines.Text(); questionLine.MatchString(line) {
			b := h.browser()
			back := b.allow(line)
			h.Until("the suite listens", func() bool {
				answer, err := b.Get(callback + "?" + back.Encode())
				if err == nil {
					answer.Body.Close()
				}
				return err == nil
			})
		}
	}
	return said.String()
}

// registered is the id of a client that registers as one does.
func (h *testHome) registered(name, callback string) string {
	h.T.Helper()
	st, _ := h.Status()
	page, _ := h.browser().send("POST", st.URL+"/oauth/register", "application/json", `{"client_name":"`+name+
		`","redirect_uris":["`+callback+`"]}`)
	id := regexp.MustCompile(`"client_id":"([^"]+)"`).FindStringSubmatch(page)
	if id == nil {
		h.T.Fatal(page)
	}
	return id[1]
}

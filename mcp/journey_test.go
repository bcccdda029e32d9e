//go:build real && linux

package mcp_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/reading/logs"
	"devservers/tests/apptest/npm"
)

// An agent starts a Vite app, breaks a file, sees the error, fixes it, and sees that it is fixed.
func TestAgentJourneyWithViteIsShort(t *testing.T) {
	j := newJourney(t)
	c := &cost{agent: j.agent("/mcp", false)}
	j.page = c.step("start", "start_server", given{"server": "vite"}).field("url")
	j.keepLog()
	j.seen(200)
	j.watched(filepath.Dir(j.file))
	whole, err := os.ReadFile(j.file)
	j.must(err)
	j.must(os.WriteFile(j.file, []byte("export const x = (1 +\n"), 0o600))
	j.seen(500)
	c.step("see what the edit broke", "get_errors", given{"since": "edit"}).says("src/main.js", "1 new error",
		"Failed to parse source")
	j.keepLog()
	j.must(os.WriteFile(j.file, whole, 0o600))
	j.seen(200)
	last := c.step("see that it is fixed", "get_errors", given{"since": "edit"})
	j.keepLog()
	t.Logf("\n%s\n%-45s %5d\n%s", strings.Join(c.rows, "\n"), fmt.Sprintf("%d calls", c.calls), c.spent, last.text)
	if c.calls > 5 || c.spent > 3000 {
		t.Errorf("%d calls and %d tokens; at most 5 and 3000 are wanted", c.calls, c.spent)
	}
	last.says("shop/vite: ok: GET /src/main.js and / answered 200; 0 new errors, 1 fixed; errors in a browser are not seen")
	j.compare(c)
}

// journey is a Vite app in a world, and what a person sees of it in a browser.
type journey struct {
	*world
	file, page string
	logs       [][]string // all that Vite had printed, after each step of the agent
}

func newJourney(t *testing.T) *journey {
	t.Helper()
	installed := npm.Installed(t, "testdata/vite")
	w := newWorld(t)
	dir := w.declare("shop", "servers:\n  vite: {command: node_modules/.bin/vite --port $PORT --strictPort "+
		"--clearScreen false, port: auto}\n")
	w.must(os.CopyFS(dir, os.DirFS("testdata/vite")))
	w.must(os.CopyFS(filepath.Join(dir, "node_modules"), os.DirFS(installed)))
	v, _, err := w.sup.Register(dir)
	w.must(err)
	w.must(w.sup.Files.Trust(v.ID, v.SHA256, person))
	return &journey{world: w, file: filepath.Join(dir, "src", "main.js")}
}

// seen requests the module, as a browser does after Vite's update message, until code comes.
func (j *journey) seen(code int) {
	j.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		r, err := http.Get(strings.TrimSuffix(j.page, "/") + "/src/main.js")
		j.must(err)
		r.Body.Close()
		if r.StatusCode == code {
			break
		}
		if time.Now().After(end) {
			j.t.Fatalf("Vite answers %d, not %d", r.StatusCode, code)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

// keepLog stores what another manager would answer to a request for the log now.
func (j *journey) keepLog() {
	j.t.Helper()
	page, err := j.world.logs.Read(context.Background(), logs.Query{Ref: app.Ref{Project: "shop", Name: "vite"}})
	j.must(err)
	var lines []string
	for _, line := range page.Lines {
		lines = append(lines, line.Text)
	}
	j.logs = append(j.logs, lines)
}

// watched returns once edits in dir are noticed: watching folders starts with a delay.
func (w *world) watched(dir string) {
	w.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		changed := w.sup.Changed()
		w.must(os.WriteFile(filepath.Join(dir, "notes.txt"), []byte(time.Now().String()), 0o600))
		select {
		case <-changed:
		case <-time.After(time.Second):
		}
		if now, err := w.edits.Edited("shop"); err != nil || now.Edit != nil {
			w.must(err)
			return
		}
	}
	w.t.Fatalf("nobody sees an edit in %s", dir)
}

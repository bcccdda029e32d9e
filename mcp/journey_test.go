//go:build real && linux

package mcp_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
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
	j.record()
	j.seen(200)
	j.watched(filepath.Dir(j.file))
	whole, err := os.ReadFile(j.file)
	j.must(err)
	j.must(os.WriteFile(j.file, []byte("export const x = (1 +\n"), 0o600))
	j.seen(500)
	j.record()
	c.step("see what the edit broke", "check_edit", nil).says("src/main.js", "1 new error",
		"Failed to parse source")
	j.skip()
	j.must(os.WriteFile(j.file, whole, 0o600))
	j.seen(200)
	j.record()
	last := c.step("see that it is fixed", "check_edit", nil)
	t.Logf("\n%s\n%-45s %5d\n%s", strings.Join(c.rows, "\n"), fmt.Sprintf("%d calls", c.calls), c.spent, last.text)
	c.atMost(3, 370)
	last.says("ok: vite\n", "GET /src/main.js and / answered 200; 0 new errors, 1 fixed; errors in a browser are not seen")
	j.compare(c)
}

var viteRef = app.Ref{Project: "shop", Name: "vite"}

// journey is a Vite app in a world, and what a person sees of it in a browser.
type journey struct {
	*world
	file, page string
	read       int        // the lines of Vite's log that were read so far
	logs       [][]string // what Vite had printed before each verdict, without what our requests for verdicts caused
}

func newJourney(t *testing.T) *journey {
	t.Helper()
	installed := npm.Installed(t, "testdata/vite")
	w := newWorld(t)
	dir := w.declare("shop", "servers:\n  vite: {command: node_modules/.bin/vite --port $PORT --strictPort "+
		"--clearScreen false, port: auto}\n")
	w.must(os.CopyFS(dir, os.DirFS("testdata/vite")))
	w.must(os.CopyFS(filepath.Join(dir, "node_modules"), os.DirFS(installed)))
	v, _, err := w.Sup.Register(dir)
	w.must(err)
	w.must(w.Sup.Files.Trust(v.ID, v.SHA256, person))
	return &journey{world: w, file: filepath.Join(dir, "src", "main.js")}
}

// seen requests the module, as a browser does after Vite's update message, until code comes.
func (j *journey) seen(code int) {
	j.T.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		r, err := http.Get(strings.TrimSuffix(j.page, "/") + "/src/main.js")
		j.must(err)
		r.Body.Close()
		if r.StatusCode == code {
			break
		}
		if time.Now().After(end) {
			j.T.Fatalf("Vite answers %d, not %d", r.StatusCode, code)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

// record stores what another manager would answer to a request for the log now.
func (j *journey) record() {
	j.T.Helper()
	j.logs = append(j.logs, j.printed())
	if n := len(j.logs); n > 1 {
		j.logs[n-1] = slices.Concat(j.logs[n-2], j.logs[n-1])
	}
}

// skip leaves out what Vite has printed since the last record: for a verdict, our manager requests the edited module and
// the page, and Vite prints the error for each. Without our manager, nobody would have requested them.
func (j *journey) skip() { j.printed() }

// printed returns the lines that Vite has printed since the last call. The terminal echoes what is typed after all that
// was printed before, so once that is in the log, the log is complete.
func (j *journey) printed() (lines []string) {
	j.T.Helper()
	typed := fmt.Sprintf("typed at %d", j.read)
	terminal, err := j.Sup.Console(viteRef)
	j.must(err)
	j.must(terminal.Input([]byte(typed + "\n")))
	for end := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		page, err := j.world.logs.Read(context.Background(), logs.Query{Ref: viteRef, Limit: 1000})
		j.must(err)
		now := page.Lines[j.read:]
		if i := slices.IndexFunc(now, func(l app.LogLine) bool { return l.Text == typed }); i >= 0 {
			for _, l := range now[:i] {
				lines = append(lines, l.Text)
			}
			j.read += i + 1
			return lines
		}
		if time.Now().After(end) {
			j.T.Fatalf("the terminal doesn't echo %q: %+v", typed, now)
		}
	}
}

// watched returns once edits in dir are noticed: watching folders starts with a delay.
func (w *world) watched(dir string) {
	w.T.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		changed := w.Sup.Changed()
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
	w.T.Fatalf("nobody sees an edit in %s", dir)
}

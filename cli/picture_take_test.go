//go:build real && screenshots && linux

package cli

import (
	"os"
	"strings"
	"testing"
)

// TestScreenshotsOfFirstMinute records the picture that moves: a real session, with the times between its steps made
// readable.
func TestScreenshotsOfFirstMinute(t *testing.T) {
	h := newHome(t)
	h.Env = append(h.Env, "CLICOLOR_FORCE=1", "COLUMNS=96")
	h.File("shop/devservers.yml", `project: shop
servers:
  web: {command: python3 app.py, port: auto, watch: [app.py]}
  api: {command: python3 api.py, working_dir: api, port: auto, watch: ["**/*.py"]}
`)
	h.File("shop/app.py", strings.Replace(program, "TEXT", `f"{1999 / 100:.2f} EUR"`, 1))
	h.File("shop/api/api.py", strings.Replace(program, "TEXT", `"[]"`, 1))
	shop := func(args ...string) string {
		cmd := h.Command(t.Context(), args...)
		cmd.Dir = h.Dirs.Home + "/shop"
		out, _ := cmd.Output() // a broken edit has an exit code
		text := strings.ReplaceAll(string(out), h.Dirs.Home, "~")
		return strings.ReplaceAll(text, ":"+h.port(), ":7912")
	}
	shop("trust", "--yes")
	prompt := "\x1b[2m$\x1b[0m "
	shots := []shot{{prompt + "devservers start", shop("start")}}
	h.File("shop/app.py", strings.Replace(program, "TEXT", `f"{1999 / / 100:.2f} EUR"`, 1))
	broken, repaired := "", ""
	h.Until("check names the error", func() bool { broken = shop("check"); return strings.Contains(broken, "app.py:8") })
	shots = append(shots, shot{"\x1b[2m# you or your agent save app.py with a mistake\x1b[0m", ""},
		shot{prompt + "devservers check", broken})
	h.File("shop/app.py", strings.Replace(program, "TEXT", `f"{1999 / 100:.2f} EUR"`, 1))
	h.Until("check sees the repair", func() bool {
		repaired = shop("check")
		return strings.Contains(repaired, "1 fixed")
	})
	shots = append(shots, shot{"\x1b[2m# and repair it\x1b[0m", ""}, shot{prompt + "devservers check", repaired})
	if err := os.WriteFile(movingPicture, []byte(movie(shots)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// port returns the port of the manager.
func (h *testHome) port() string {
	st, _ := h.Status()
	return st.URL[strings.LastIndexByte(st.URL, ':')+1:]
}

// program is a server of a few lines that answers with a TEXT.
const program = `from http.server import BaseHTTPRequestHandler, HTTPServer
import os

class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(TEXT.encode())

HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Page).serve_forever()
`

//go:build real

package evidence

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/tests/apptest/npm"
	"devservers/tests/fc"
)

// tool is a dev server that reports over a channel of its own what it thinks of the code.
type tool struct {
	packages  string // the directory of its package.json
	command   []string
	files     map[string]string
	edited    string
	bad       string
	says      string // of the first error
	by        string // the channel; "" = the answer to a request says it
	untouched string // a page that does not need the edited file
}

const entry = "import {x} from './x.js'\ndocument.title = x\n"

var (
	bundled = map[string]string{"src/index.js": entry, "src/x.js": "export const x = 1\n",
		"public/index.html": "<h1>x</h1><script src=/main.js></script>", "index.html": "<script src=/main.js></script>",
		"webpack.config.js": "module.exports = {mode: 'development', stats: 'none', infrastructureLogging: {level: 'none'}}",
		"rspack.config.js":  "module.exports = {mode: 'development', stats: 'none', infrastructureLogging: {level: 'none'}}"}
	viteSite = map[string]string{"site/index.html": "<script type=module src=./main.js></script>", "site/main.js": entry,
		"site/x.js": "export const x = 1\n", "package.json": `{"type": "module"}`}
)

var tools = map[string]tool{
	"webpack": {"testdata/bundlers", []string{"webpack-dev-server/bin/webpack-dev-server.js", "--host", "127.0.0.1", "--port"},
		bundled, "src/x.js", "export const x = (1\n", "src/x.js: ", "/ws", "/"},
	"rspack": {"testdata/bundlers", []string{"@rspack/cli/bin/rspack.js", "serve", "--host", "127.0.0.1", "--port"},
		bundled, "src/x.js", "export const x = (1\n", "", "/ws", "/"},
	"next": {"testdata/next", []string{"next/dist/bin/next", "dev", "-H", "127.0.0.1", "--port"},
		map[string]string{"app/layout.js": "export default function L({children}) { return <html><body>{children}</body></html> }\n",
			"app/page.js":            "export default function P() { return <h1>shop</h1> }\n",
			"app/api/total/route.js": "export function GET() { return Response.json({a: 1}) }\n"},
		"app/api/total/route.js", "export function GET() { return Response.json({a: 1) }\n", "app/api/total/route.js: ",
		"/_next/mcp", "/"},
	"vite with another root": {"../../../cli/testdata/real/frontend", []string{"vite/bin/vite.js", "site", "--base", "/shop/", "--host", "127.0.0.1",
		"--port"}, viteSite, "site/x.js", "export const x = 1\nlet a = 1\nlet a = 2\n", "SyntaxError", "", "/shop/"},
	"vite, an import that is missing": {"../../../cli/testdata/real/frontend", []string{"vite/bin/vite.js", "site", "--host", "127.0.0.1",
		"--port"}, viteSite, "site/x.js", "import './none.js'\nexport const x = 1\n", "", "", "/"},
}

// TestToolsReportOverTheirChannels: what the page doesn't show and the output doesn't tell is said by the tool itself.
func TestToolsReportOverTheirChannels(t *testing.T) {
	t.Parallel()
	for name, c := range tools {
		t.Run(name, func(t *testing.T) {
			dir, base := c.start(t)
			var known Answers
			until := func(what, text string, is func(*app.EditRequest) bool) {
				t.Helper()
				var got *app.EditRequest
				again := time.Now().Add(2 * time.Second)
				for limit := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
					if text != "" && time.Now().After(again) { // watchers miss the second of two changes that come at once
						c.write(t, dir, text)
						again = time.Now().Add(2 * time.Second)
					}
					a := &Asking{URL: base, Dir: dir, Root: dir, Edit: app.Edit{Files: []string{c.edited}}, Page: c.untouched,
						Known: known.Of, See: func() (s Sight) { return s }}
					if got = a.Send(t.Context()); is(got) {
						break
					}
					if time.Now().After(limit) {
						t.Fatalf("%s: not %s: %s, %q, channel %q", name, what, got.Text(), got.Said, got.Channel)
					}
				}
				t.Logf("%s: %s %q", what, got.Text(), got.Said)
				if !got.Failed() {
					known = known.With(got)
				}
			}
			well := func(q *app.EditRequest) bool { return q.OK() && q.Status == 200 && (c.by == "" || q.Channel == c.by) }
			until("well", "", well)
			for range 2 {
				c.write(t, dir, c.bad)
				until("broken", c.bad, func(q *app.EditRequest) bool {
					return q.Failed() && strings.Contains(q.Said, c.says) && (c.by == "" || q.Reports > 0)
				})
				c.write(t, dir, c.files[c.edited])
				until("well again", c.files[c.edited], well)
			}
		})
	}
}

func (c tool) write(t *testing.T, dir, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, c.edited), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// start starts the tool in a directory of its own below its packages, and waits until it answers.
func (c tool) start(t *testing.T) (dir, base string) {
	modules := npm.Installed(t, c.packages)
	dir, err := os.MkdirTemp(filepath.Dir(modules), "site-") //nolint:usetesting // where it finds its packages
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for name, text := range c.files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	port := strconv.Itoa(fc.FreePort(t))
	cmd := exec.Command(npm.Node(t), append([]string{filepath.Join(modules, c.command[0])}, append(c.command[1:], port)...)...)
	cmd.Dir, cmd.SysProcAttr = dir, &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = append(os.Environ(), "NEXT_TELEMETRY_DISABLED=1")
	out := &words.LastWords{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	})
	base = "http://127.0.0.1:" + port
	fc.Until(t, "it is answered", func() bool {
		answer, err := http.Get(base + c.untouched)
		if err != nil {
			return false
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		return answer.Body.Close() == nil
	}, c.untouched, out)
	return dir, base
}

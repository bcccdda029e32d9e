//go:build real && linux

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/apptest/npm"
	"devservers/tests/fc"
)

// reloader is a server under a tool that restarts it after an edit.
type reloader struct {
	prepare    func(t *testing.T, w *realWorld) (command string)
	files      map[string]string
	file       string // to break
	old, wrong string
	place      string // of the error
	reason     string // why it is failing; "" = what was built before serves on
}

var reloaders = map[string]reloader{
	"nodemon": {
		prepare: func(t *testing.T, w *realWorld) string {
			if err := os.CopyFS(filepath.Join(w.dir, "node_modules"),
				os.DirFS(npm.Installed(t, "testdata/nodemon"))); err != nil {
				t.Fatal(err)
			}
			return "node node_modules/nodemon/bin/nodemon.js server.js"
		},
		files: map[string]string{
			"server.js": "require('http').createServer((q, r) => r.end(require('./stock').list())).listen(process.env.PORT);\n" +
				"require('./stock');\n",
			"stock.js": "exports.list = () => 'nuts, bolts';\n",
		},
		file: "stock.js", old: "'nuts", wrong: "nuts", place: `stock\.js:1`, reason: `nothing listens on port \d+ since`,
	},
	"air": {
		prepare: func(t *testing.T, w *realWorld) string {
			bin := t.TempDir()
			cmd := exec.Command("go", "install", "github.com/air-verse/air@v1.67.4")
			cmd.Env = append(os.Environ(), "GOBIN="+bin, "GOFLAGS=")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("cannot install air: %v: %s", err, out)
			}
			for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
				value, err := exec.Command("go", "env", name).Output()
				if err != nil {
					t.Fatal(err)
				}
				w.Env = append(w.Env, name+"="+strings.TrimSpace(string(value)))
			}
			return filepath.Join(bin, "air")
		},
		files: map[string]string{
			"go.mod": "module depot\n\ngo 1.24\n",
			"main.go": "package main\n\nimport (\n\t\"net\"\n\t\"net/http\"\n\t\"os\"\n\t\"time\"\n)\n\nfunc main() {\n" +
				"\thttp.HandleFunc(\"/\", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(list())) })\n" +
				"\tl, err := net.Listen(\"tcp\", \"127.0.0.1:\"+os.Getenv(\"PORT\"))\n" +
				"\tfor range 500 { // air doesn't wait until the program that it killed has ended\n\t\tif err == nil {\n" +
				"\t\t\tbreak\n\t\t}\n\t\ttime.Sleep(10 * time.Millisecond)\n" +
				"\t\tl, err = net.Listen(\"tcp\", \"127.0.0.1:\"+os.Getenv(\"PORT\"))\n\t}\n" +
				"\tif err != nil {\n\t\tpanic(err)\n\t}\n\tpanic(http.Serve(l, nil))\n}\n",
			"stock.go": "package main\n\nfunc list() string {\n\treturn \"nuts, bolts\"\n}\n",
		},
		file: "stock.go", old: "return \"nuts", wrong: "return nuts + \"", place: `stock\.go:4`,
	},
	"uvicorn": {
		prepare: func(*testing.T, *realWorld) string {
			return "/usr/bin/python3 -m uvicorn main:app --reload --port $PORT"
		},
		files: map[string]string{
			"main.py": "from stock import listed\n\n\nasync def app(scope, receive, send):\n    if scope['type'] == 'http':\n" +
				"        await send({'type': 'http.response.start', 'status': 200, 'headers': []})\n" +
				"        await send({'type': 'http.response.body', 'body': listed()})\n",
			"stock.py": "def listed():\n    return b'nuts, bolts'\n",
		},
		file: "stock.py", old: "b'nuts", wrong: "b'nuts' +* '", place: `stock\.py:2`,
		reason: `nothing accepts connections on port \d+ since`,
	},
}

// TestRealReloadersAreJudged: a broken edit is failing in status and broken in check; the fix is ready and ok.
func TestRealReloadersAreJudged(t *testing.T) {
	t.Parallel()
	toolsPresent(t)
	for name, r := range reloaders {
		t.Run(name, func(t *testing.T) {
			w := emptyRealWorld(t)
			for file, text := range r.files {
				if err := os.MkdirAll(w.dir, 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(w.dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			yml := fmt.Sprintf("project: shop\nservers:\n  web: {command: %q, port: %d, autostart: true}\n", r.prepare(t, w),
				fc.FreePort(t))
			if err := os.WriteFile(filepath.Join(w.dir, "devservers.yml"), []byte(yml), 0o600); err != nil {
				t.Fatal(err)
			}
			w.judgeReloader(t, r)
		})
	}
}

func (w *realWorld) judgeReloader(t *testing.T, r reloader) {
	w.ok(t, "register")
	w.ok(t, "trust", "--yes")
	w.ok(t, "start")
	fetch(t, w.statuses(t)["web"].URL+"/")
	undo := w.replace(t, r.file, r.old, r.wrong)
	if r.reason != "" {
		reason := regexp.MustCompile(r.reason)
		fc.Until(t, "status to say "+r.reason, func() bool { return reason.MatchString(w.ok(t, "status")) })
	}
	out := w.fails(t, exitFailed, "check", "--timeout", "60s")
	expect(t, out, `✗ shop/web`, r.place)
	expect(t, w.ok(t, "status"), `broken since the edit of `+r.file)
	undo()
	fc.Until(t, "the server to be ready", func() bool { return w.statuses(t)["web"].State == app.Ready })
	expect(t, w.ok(t, "check", "--timeout", "60s"), `✓ shop/web`)
	if st := w.statuses(t)["web"]; st.Broken != nil || st.State != app.Ready {
		t.Errorf("%+v", st)
	}
}

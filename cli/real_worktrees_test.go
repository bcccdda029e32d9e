//go:build real && linux

package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"devservers/tests/apptest/npm"
	"devservers/tests/fc"
)

// worktreeFiles make the project of testdata/real one in which the servers need each other's ports.
var worktreeFiles = map[string]string{
	"devservers.yml": `project: shop
servers:
  redis: {command: redis-server --port $PORT --save "", port: auto}
  api:
    command: /usr/bin/python3 manage.py runserver $PORT
    working_dir: backend
    port: auto
    depends_on: [redis]
    env: {REDIS_PORT: "${servers.redis.port}"}
  web: {command: npm run dev -- --port $PORT, working_dir: frontend, port: auto, depends_on: [api]}
`,
	"backend/shop/views.py": `import os
import redis
from django.conf import settings
from django.http import HttpResponse


def home(request):
    visits = redis.Redis(port=int(os.environ["REDIS_PORT"])).incr("visits")
    here = settings.BASE_DIR.parent.name
    answer = HttpResponse(f"{here}, visit {visits}, cookie {request.COOKIES.get('checkout')}, secure {request.headers.get('X-Forwarded-Proto')}")
    answer.set_cookie("checkout", here)
    return answer
`,
	"frontend/vite.config.js": `export default { server: { strictPort: true, proxy: { '/api': { target: process.env.DEVSERVERS_API_URL, rewrite: () => '/' } } } }
`,
	"frontend/src/name.js": "export const name = 'shop'\n",
	"frontend/src/main.js": `import { name } from './name.js'
const show = (text) => { document.querySelector('#app').textContent = text }
show(name)
import.meta.hot.accept('./name.js', (changed) => show(changed.name))
`,
}

// worktrees starts the project in three checkouts, whose pages say different things, and returns them.
func (w *realWorld) worktrees(t *testing.T) []string {
	t.Helper()
	for name, text := range worktreeFiles {
		if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.git(t, "add", "-A")
	w.git(t, "-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-q", "-m",
		"servers that know each other")
	w.ok(t, "trust", "--yes")
	dirs := []string{w.dir, w.worktree(t, "red"), w.worktree(t, "blue")}
	for _, dir := range dirs {
		if dir != w.dir {
			if err := os.CopyFS(filepath.Join(dir, "frontend", "node_modules"),
				os.DirFS(npm.Installed(t, "testdata/real/frontend"))); err != nil {
				t.Fatal(err)
			}
		}
		says(t, dir, filepath.Base(dir))
		w.okIn(t, dir, "start", "web", "--timeout", "2m")
	}
	return dirs
}

// says edits what the page of a checkout says.
func says(t *testing.T, dir, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "frontend/src/name.js"),
		[]byte(fmt.Sprintf("export const name = %q\n", text)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// named returns the named URL of a server of a checkout.
func (w *realWorld) named(t *testing.T, dir, server string) string {
	t.Helper()
	project := "shop"
	if branch, linked := strings.CutPrefix(filepath.Base(dir), "shop-"); linked {
		project += "@" + branch
	}
	url := w.statusesOf(t, project)[server].NamedURL
	if url == "" {
		t.Fatalf("%s of %s has no named URL", server, project)
	}
	return url
}

// in evaluates an expression in a page until it is true.
func in(t *testing.T, tab context.Context, expression string) {
	t.Helper()
	if err := chromedp.Run(tab, chromedp.Poll("Boolean("+expression+")", nil, chromedp.WithPollingTimeout(realLimit),
		chromedp.WithPollingInterval(50*time.Millisecond))); err != nil {
		var now string
		_ = chromedp.Run(tab, chromedp.Evaluate("location.href + ': ' + document.body.innerText", &now))
		t.Fatalf("%s: %v\n%s", expression, err, now)
	}
}

// asksAPI returns what the page's own API answers.
func asksAPI(t *testing.T, tab context.Context) (answer string) {
	t.Helper()
	wait := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	if err := chromedp.Run(tab, chromedp.Evaluate(`fetch("/api/").then((r) => r.text())`, &answer, wait)); err != nil {
		t.Fatal(err)
	}
	return answer
}

// TestThreeWorktreesAtOnce runs Vite, Django and Redis in three checkouts of one project, in one browser under their
// names: each shows its own content, keeps its own cookies, and takes edits without loading again.
func TestThreeWorktreesAtOnce(t *testing.T) {
	w := newRealWorld(t)
	dirs := w.worktrees(t)
	browser := openChromium(t)
	if err := chromedp.Run(browser); err != nil {
		t.Fatal(err)
	}
	hosts := map[string]bool{}
	tabs := map[string]context.Context{}
	for _, dir := range dirs {
		tab, closeTab := chromedp.NewContext(browser)
		defer closeTab()
		tabs[dir] = tab
		address := w.named(t, dir, "web")
		hosts[address] = true
		if err := chromedp.Run(tab, chromedp.Navigate(address)); err != nil {
			t.Fatal(err)
		}
		in(t, tab, fmt.Sprintf("document.querySelector('#app').textContent === %q", filepath.Base(dir)))
		want := filepath.Base(dir) + ", visit 1, cookie None, secure http"
		if got := asksAPI(t, tab); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
	if len(hosts) != len(dirs) {
		t.Errorf("names are shared: %v", hosts)
	}
	for _, dir := range dirs {
		own := filepath.Base(dir)
		if got, want := asksAPI(t, tabs[dir]), own+", visit 2, cookie "+own+", secure http"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		in(t, tabs[dir], "(window.mark = 'kept')")
		says(t, dir, own+" edited")
		in(t, tabs[dir], fmt.Sprintf("document.querySelector('#app').textContent === %q && window.mark === 'kept'", own+
			" edited"))
	}
	for _, dir := range dirs { // an edit in one checkout changed no other
		in(t, tabs[dir], fmt.Sprintf("document.querySelector('#app').textContent === %q", filepath.Base(dir)+" edited"))
	}
	w.ok(t, "stop", "--all")
}

// TestNamedURLOverHTTPSInChromium has Chromium trust the authority, as `https trust` makes it, in a home of its own.
func TestNamedURLOverHTTPSInChromium(t *testing.T) {
	certutil, err := exec.LookPath("certutil")
	if err != nil {
		t.Fatal("install it: sh .ci/tools as root, or apt-get install libnss3-tools")
	}
	w := newRealWorld(t)
	port := fc.FreePort(t)
	settings := filepath.Join(w.Dirs.Home, ".config/devservers/config.yml")
	if err := os.MkdirAll(filepath.Dir(settings), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(settings, []byte("settings: {https_port: "+strconv.Itoa(port)+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, text := range worktreeFiles {
		if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.ok(t, "trust", "--yes")
	w.ok(t, "start", "web", "--timeout", "2m")
	var st struct{ Certificate, Name string }
	if err := json.Unmarshal([]byte(w.ok(t, "https", "enable", "--json")), &st); err != nil {
		t.Fatal(err)
	}
	database := filepath.Join(w.Dirs.Home, ".pki/nssdb")
	if err := os.MkdirAll(database, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-N", "--empty-password"}, {"-A", "-t", "C,,", "-n", st.Name, "-i", st.Certificate}} {
		if out, err := exec.Command(certutil, append([]string{"-d", "sql:" + database},
			args...)...).CombinedOutput(); err != nil {
			t.Fatalf("certutil %v: %v: %s", args, err, out)
		}
	}
	if out := w.ok(t, "https", "status", "--json"); !strings.Contains(out, database) {
		t.Errorf("the trust store is not known: %s", out)
	}
	address := strings.Replace(w.named(t, w.dir, "web"), "http://", "https://", 1)
	address = address[:strings.LastIndex(address, ":")+1] + strconv.Itoa(port)
	tab := openChromium(t, chromedp.Env("HOME="+w.Dirs.Home))
	if err := chromedp.Run(tab, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	in(t, tab, "isSecureContext && location.protocol === 'https:' && document.querySelector('#app').textContent === 'shop'")
	if got, want := asksAPI(t, tab), "shop, visit 1, cookie None, secure https"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	in(t, tab, "(window.mark = 'kept')")
	says(t, w.dir, "edited")
	in(t, tab, "document.querySelector('#app').textContent === 'edited' && window.mark === 'kept'")
	if err := chromedp.Run(tab, chromedp.Navigate(strings.Replace(address, "web.shop", "a.b.shop", 1))); err == nil {
		t.Error("a name without a certificate was loaded")
	}
	w.ok(t, "stop", "--all")
}

//go:build real && linux

package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"devservers/tests/apptest/chromium"
	"devservers/tests/fc"
)

// doors are the ways in which people and agents learn of an edit: the project's page in a browser, `errors -f`, and
// an agent's tool.
type doors struct {
	*realWorld
	page   context.Context // in Chromium
	origin string
	follow *following
	agent  *pipes
	calls  int
}

// openDoors starts Django and Vite. Vite's page is open in the browser, too, because Vite reports edits to it.
func openDoors(t *testing.T) *doors {
	t.Helper()
	w := newRealWorld(t)
	w.ok(t, "register")
	w.ok(t, "trust", "--yes")
	w.ok(t, "start", "django", "vite")
	var link struct{ URL string }
	out, err := w.command(w.dir, "open", "--json").Output()
	if err == nil {
		err = json.Unmarshal(out, &link)
	}
	if err != nil {
		t.Fatalf("open --json: %v: %s", err, out)
	}
	d := &doors{realWorld: w, page: openChromium(t), follow: w.follow(t, false, "errors", "-f"),
		agent: openPipes(t, w.command(w.dir, "mcp"))}
	t.Cleanup(d.agent.end)
	origin, _, _ := strings.Cut(link.URL, "/login")
	d.run(t, chromedp.Navigate(link.URL), chromedp.WaitVisible("#main"), chromedp.Navigate(origin+"/p/shop"),
		chromedp.WaitVisible(".row"))
	d.origin = origin
	d.viteWindow(t, w.statuses(t)["vite"].URL)
	fetch(t, w.statuses(t)["django"].URL+"/") // makes Django read urls.py: its reloader watches only the files read
	d.agent.ask(1, "initialize", greeting)
	d.agent.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	d.calls = 1
	return d
}

func (d *doors) run(t *testing.T, actions ...chromedp.Action) {
	t.Helper()
	if err := chromedp.Run(d.page, actions...); err != nil {
		t.Fatal(err)
	}
}

// viteWindow opens Vite's page in its own window, as visible as the first one, and returns when Vite can notify it of
// edits.
func (d *doors) viteWindow(t *testing.T, address string) {
	t.Helper()
	var id target.ID
	d.run(t, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		ctx = cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
		id, err = target.CreateTarget("about:blank").WithNewWindow(true).Do(ctx)
		return err
	}))
	ctx, leave := chromedp.NewContext(d.page, chromedp.WithTargetID(id))
	t.Cleanup(func() { _ = chromedp.Cancel(ctx); leave() })
	connected := make(chan bool, 1)
	chromedp.ListenTarget(ctx, func(event any) {
		if e, ok := event.(*runtime.EventConsoleAPICalled); ok && len(e.Args) > 0 &&
			strings.Contains(string(e.Args[0].Value), "[vite] connected") {
			select {
			case connected <- true:
			default:
			}
		}
	})
	if err := chromedp.Run(ctx, chromedp.Navigate(address)); err != nil {
		t.Fatal(err)
	}
	select {
	case <-connected:
	case <-time.After(realLimit):
		t.Fatal("Vite's page does not connect to Vite")
	}
}

// until waits until a JavaScript expression is true in the project's page.
func (d *doors) until(t testing.TB, what, expression string) {
	t.Helper()
	defer d.tellWhy(t)
	fc.Until(t, what, func() (is bool) {
		_ = chromedp.Run(d.page, chromedp.Evaluate("!!("+expression+")", &is)) // fails during a navigation
		return is
	})
}

// tellWhy adds what the page shows to a failed test.
func (d *doors) tellWhy(t testing.TB) {
	if t.Failed() {
		var all string
		_ = chromedp.Run(d.page, chromedp.Evaluate(`document.querySelector("#main").innerText`, &all))
		t.Log(all)
	}
}

// shows returns a JavaScript expression. It is true when a server's drawer is open, with a verdict that has this look
// (good, bad), and has all texts.
func shows(server, look string, texts ...string) string {
	open := fmt.Sprintf("document.querySelector('#drawer[data-name=\"shop/%s\"] .verdict.%s')", server, look)
	for _, text := range texts {
		open += fmt.Sprintf(" && document.querySelector('#drawer').innerText.includes(%q)", text)
	}
	return open
}

// asks returns get_errors' answer about the last edit and one server.
func (d *doors) asks(t *testing.T, server string) string {
	t.Helper()
	d.calls++
	return d.agent.ask(d.calls, "tools/call", fmt.Sprintf(`{"name":"check_edit","arguments":{"server":%q}}`,
		server))
}

// TestRealEditsAreReportedEverywhere breaks and fixes a real Django project and a real Vite project. The page, the
// command line and an agent must show which line is wrong, and that it is fixed.
func TestRealEditsAreReportedEverywhere(t *testing.T) {
	t.Parallel()
	d := openDoors(t)
	t.Run("Django", func(t *testing.T) {
		d.openDrawer(t, "django")
		undo := d.replace(t, "backend/shop/urls.py", "from shop import views", "from shop import nosuchmodule as views")
		d.until(t, "what broke Django", shows("django", "bad", "1 new error", "backend/shop/urls.py:3",
			"cannot import name 'nosuchmodule'"))
		d.follow.until(t, `✗ error shop/django backend/shop/urls\.py:3 ImportError`)
		expect(t, d.asks(t, "django"), `shop/django: broken since edit \d+ of backend/shop/urls\.py.*: nothing listens on \d+ since the edit; 1 new error`, `backend/shop/urls\.py:3`)
		d.djangoNotices(t, undo)
		d.until(t, "Django's drawer to say so",
			shows("django", "good", "no new errors", "1 fixed", "backend/shop/urls.py"))
		d.follow.until(t, `✓ fixed shop/django backend/shop/urls\.py:3`)
		expect(t, d.asks(t, "django"), `shop/django: ok: .*GET / answered 200.*; 0 new errors, .*1 fixed`)
	})
	t.Run("Vite", func(t *testing.T) {
		d.openDrawer(t, "vite")
		undo := d.replace(t, "frontend/src/main.js", "document", "import './nosuch.js'\ndocument")
		d.until(t, "what broke Vite", shows("vite", "bad", "1 new error", "frontend/src/main.js:1",
			"Failed to resolve import"))
		d.follow.until(t, `✗ error shop/vite frontend/src/main\.js:1:\d+ .*Failed to resolve import`)
		expect(t, d.asks(t, "vite"), `shop/vite: broken since edit \d+ of frontend/src/main\.js.*; 1 new error`, `frontend/src/main\.js:1`)
		d.clickLeadsToTheLines(t, "vite")
		undo() // no browser has the page open: the module runs again when somebody asks for the verdict
		fc.Until(t, "the verdict", func() bool { return strings.Contains(d.asks(t, "vite"), "1 fixed") })
		d.until(t, "Vite's drawer to say so", shows("vite", "good", "no new errors", "1 fixed", "frontend/src/main.js"))
		d.follow.until(t, `✓ fixed shop/vite frontend/src/main\.js:1`)
	})
	d.follow.interrupt(t)
}

// openDrawer opens the project's page with the drawer of a server.
func (d *doors) openDrawer(t *testing.T, server string) {
	t.Helper()
	d.run(t, chromedp.Navigate(d.origin+"/p/shop?server="+server), chromedp.WaitVisible("#drawer"))
}

// clickLeadsToTheLines follows the verdict's link to the logs, and comes back.
func (d *doors) clickLeadsToTheLines(t *testing.T, server string) {
	t.Helper()
	// a mouse would miss a link that news above it moves
	d.run(t, chromedp.WaitVisible(`#drawer .newerrs a[href*="/logs?"]`),
		chromium.Leave(`document.querySelector('#drawer .newerrs a[href*="/logs?"]').click()`))
	d.until(t, "the lines of the error", `location.pathname === "/p/shop/logs" && document.querySelector("#at")?.innerText.includes("Failed to resolve import")`)
	// NavigateBack waits for a load, which a page that the browser kept does not have
	d.run(t, chromium.Leave("history.back()"))
	d.until(t, "the drawer again", fmt.Sprintf(`document.querySelector('#drawer[data-name="shop/%s"] .verdict')`, server))
}

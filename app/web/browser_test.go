//go:build real

package web

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/tests/apptest"
	"devservers/tests/apptest/chromium"
)

// house is a user's home with a manager in it that can be ended and started again, on the same port.
type house struct {
	*manager
	history *history.Store
	port    int
	served  chan error
}

// newHouse starts a manager with the project shop.
func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{manager: &manager{t: t, log: &safeBuffer{}}}
	listeners := h.listen()
	h.home = apptest.New(t, func(o *supervisor.Options) {
		o.URL, o.Log = fmt.Sprintf("http://localhost:%d", h.port), h.logger()
	})
	h.serve(listeners)
	h.home.Project("shop", shopFile)
	t.Cleanup(func() { h.close(false) })
	return h
}

func (h *house) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// open starts a manager on what is on disk.
func (h *house) open() {
	h.t.Helper()
	listeners := h.listen()
	h.home.Open()
	h.serve(listeners)
}

func (h *house) listen() []net.Listener {
	h.t.Helper()
	listeners, err := Listen(h.port)
	h.must(err)
	h.port = listeners[0].Addr().(*net.TCPAddr).Port
	return listeners
}

func (h *house) serve(listeners []net.Listener) {
	h.t.Helper()
	var err error
	h.history, err = history.Open(h.home.Dirs.State)
	h.must(err)
	o := Options{Token: testToken, Port: h.port, History: h.history, Log: h.logger(),
		Sessions: h.home.Dirs.State + "/sessions.json"}
	o.read(h.home.Sup)
	h.Site = New(h.home.Sup, o)
	h.served = make(chan error, 1)
	go func() { h.served <- h.Serve(listeners...) }()
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// close ends the manager; keep leaves the servers to the next one.
func (h *house) close(keep bool) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := h.Close(ctx); err != nil {
		h.t.Errorf("cannot close: %v", err)
	}
	h.home.Close(keep)
	if err := <-h.served; err != nil {
		h.t.Errorf("serving ended with %v", err)
	}
	_ = h.history.Close()
}

// browser is a tab of Chromium, in a browser context of its own, so that no test sees another's cookies. What its pages
// complain about fails the test: errors on the console, exceptions, and breaches of the content policy.
type browser struct {
	t      *testing.T
	m      *manager
	ctx    context.Context
	of     cdp.BrowserContextID
	faults *faults
}

// faults are the complaints of a browser's pages.
type faults struct {
	mu       sync.Mutex
	list     []string
	expected []string
}

func (f *faults) add(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	text := fmt.Sprintf(format, args...)
	for _, e := range f.expected {
		if strings.Contains(text, e) {
			return
		}
	}
	f.list = append(f.list, text)
}

// slowTasks is what xterm.js says on the console of a machine that is busy.
const slowTasks = "task queue exceeded allotted deadline"

// expect lets complaints pass that contain text: the ones that the test provokes.
func (b *browser) expect(text string) {
	b.faults.mu.Lock()
	defer b.faults.mu.Unlock()
	b.faults.expected = append(b.faults.expected, text)
}

// browserLife bounds a test with a browser, so that one that hangs shows where.
const browserLife = 5 * time.Minute

// shared starts the one Chromium of all tests, and gives its context.
var shared = sync.OnceValue(func() context.Context {
	profile, err := os.MkdirTemp("", "chromium")
	if err != nil {
		panic(err)
	}
	allocator, release := chromedp.NewExecAllocator(context.Background(),
		chromium.Exec(), chromedp.UserDataDir(profile), chromedp.WindowSize(1280, 900),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Headless, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync",
			true), chromedp.Flag("disable-dev-shm-usage", true))
	// it knows fewer events than Chromium
	ctx, leave := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	if err := chromedp.Run(ctx); err != nil {
		panic(err)
	}
	atEnd = append(atEnd, func() {
		_ = chromedp.Cancel(ctx) // waits for its end
		leave()
		release()
		_ = os.RemoveAll(profile)
	})
	return ctx
})

// newBrowser opens an empty tab.
func newBrowser(t *testing.T, m *manager) *browser {
	t.Helper()
	alive, end := context.WithTimeout(shared(), browserLife)
	of, err := target.CreateBrowserContext().Do(onBrowser(alive))
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, m: m, of: of, faults: &faults{expected: []string{slowTasks}}}
	var leave context.CancelFunc
	b.ctx, leave = chromedp.NewContext(alive, chromedp.WithTargetID(b.newWindow()))
	b.listen()
	t.Cleanup(func() {
		_ = chromedp.Cancel(b.ctx) // waits for its end
		leave()
		_ = target.DisposeBrowserContext(of).Do(onBrowser(alive))
		end()
		for _, f := range b.faults.list {
			t.Errorf("the page complains: %s", f)
		}
	})
	return b
}

// onBrowser lets an action act on the browser, not on a tab.
func onBrowser(ctx context.Context) context.Context {
	return cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
}

// newWindow opens an empty window.
func (b *browser) newWindow() target.ID {
	b.t.Helper()
	id, err := target.CreateTarget("about:blank").WithNewWindow(true).WithBrowserContextID(b.of).Do(onBrowser(shared()))
	if err != nil {
		b.t.Fatal(err)
	}
	return id
}

// signedIn is newBrowser at the page of all servers.
func signedIn(t *testing.T, m *manager) *browser {
	t.Helper()
	b := newBrowser(t, m)
	var login LoginAnswer
	if err := json.Unmarshal([]byte(m.do("POST", "/api/login", "").body), &login); err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.Navigate(login.URL), chromedp.WaitVisible("#main"))
	return b
}

// watchPolicy reports breaches of the content policy as errors on the console.
const watchPolicy = `addEventListener("securitypolicyviolation", (e) =>
	console.error("content policy: " + e.violatedDirective + " blocks " + e.blockedURI + " " + e.sample));`

func (b *browser) listen() {
	b.t.Helper()
	chromedp.ListenTarget(b.ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning || e.Type == runtime.APITypeAssert {
				b.faults.add("console: %s", consoleText(e))
			}
		case *runtime.EventExceptionThrown:
			b.faults.add("exception: %s", e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			if e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning {
				b.faults.add("log: %s %s", e.Entry.Text, e.Entry.URL)
			}
		case *page.EventJavascriptDialogOpening:
			b.faults.add("dialog: %s", e.Message)
		}
	})
	b.run(log.Enable(), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(watchPolicy).Do(ctx)
		return err
	}))
}

func consoleText(e *runtime.EventConsoleAPICalled) string {
	var words []string
	for _, a := range e.Args {
		words = append(words, string(a.Value)+a.Description)
	}
	return strings.Join(words, " ")
}

// run does the actions one after another, and fails the test when one does not come about.
func (b *browser) run(actions ...chromedp.Action) {
	b.t.Helper()
	for i, a := range actions {
		ctx, cancel := b.ctx, context.CancelFunc(func() {})
		if chromedp.FromContext(b.ctx).Target != nil { // the first action opens the tab, and its context is its life
			ctx, cancel = context.WithTimeout(b.ctx, patience)
		}
		err := chromedp.Run(ctx, a)
		cancel()
		if err != nil {
			b.t.Fatalf("action %d: %v\n%s", i, err, b.text("body"))
		}
	}
}

// visit opens a page of the manager.
func (b *browser) visit(path string) {
	b.t.Helper()
	b.run(chromedp.Navigate(b.m.origin(guard.UIHost)+path), chromedp.WaitReady("body"))
}

// tab opens another tab of the same browser at a page.
func (b *browser) tab(path string) *browser {
	b.t.Helper()
	return b.opened(path, chromedp.WithExistingBrowserContext(b.of))
}

// window opens a page in another window: unlike a tab behind this one, it is seen.
func (b *browser) window(path string) *browser {
	b.t.Helper()
	return b.opened(path, chromedp.WithTargetID(b.newWindow()))
}

func (b *browser) opened(path string, o ...chromedp.ContextOption) *browser {
	b.t.Helper()
	ctx, leave := chromedp.NewContext(b.ctx, o...)
	b.t.Cleanup(func() { // before the browser ends, which would not hear of it any more
		_ = chromedp.Cancel(ctx)
		leave()
	})
	other := &browser{t: b.t, m: b.m, ctx: ctx, of: b.of, faults: b.faults}
	other.listen()
	other.visit(path)
	return other
}

// until waits until the JavaScript expression is true in the page.
func (b *browser) until(expression string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for is := false; !is; {
		err := chromedp.Run(ctx, chromedp.Evaluate("!!("+expression+")", &is)) // fails while a page gives way to another
		if !is && !app.Pause(ctx, 25*time.Millisecond) {
			b.t.Fatalf("it never came about that %s: %v\nat %s\n%s", expression, err, b.whereabouts(), b.text("#main"))
		}
	}
}

// eval gives what the JavaScript expression is now.
func eval[T any](b *browser, expression string) (v T) {
	b.t.Helper()
	b.run(chromedp.Evaluate(expression, &v))
	return v
}

// whereabouts tells the page's address, what has the focus, and which tab it shows.
func (b *browser) whereabouts() string {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	var text string
	_ = chromedp.Run(ctx, chromedp.Evaluate("location.href + ', focus in ' + document.activeElement?.outerHTML.slice(0, 200)"+
		" + ', panel ' + document.getElementById('panel')?.dataset.shows", &text))
	return text
}

// text is what an element shows, or "" when there is none.
func (b *browser) text(selector string) string {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	var text string
	_ = chromedp.Run(ctx, chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector), &text))
	return text
}

// press types keys as a person does; "g l" is two of them.
func (b *browser) press(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		b.run(chromedp.KeyEvent(k))
	}
}

// click clicks an element that a mouse would meet. Between looking for it and a mouse's click news above it could move
// it, so the page does both at once.
func (b *browser) click(selector string) {
	b.t.Helper()
	const click = `((selector) => {
		const element = document.querySelector(selector);
		if (!element?.checkVisibility()) return false;
		element.scrollIntoView({ block: "center", inline: "center" });
		const box = element.getBoundingClientRect();
		const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
		if (!met || !element.contains(met) && met.closest("label")?.control !== element) return false;
		met.closest("a, button, input, select, textarea, summary, [tabindex]")?.focus({ preventScroll: true });
		(met.click ? met : element).click();
		return true;
	})`
	b.until(fmt.Sprintf("%s(%q)", click, selector))
}

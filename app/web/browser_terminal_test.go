//go:build real

package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"devservers/app"
	"devservers/app/web/streams"
)

// The words that the page of a run says about itself.
const (
	isLive   = `document.querySelector("[data-say]")?.innerText.startsWith("Live.")`
	isReplay = `document.querySelector("[data-say]")?.innerText.includes("This is a replay")`
	isTyping = `document.querySelector("[data-typing] [data-say]")?.innerText.startsWith("What you type goes to")`
)

// drawn is the JavaScript of what the terminal shows.
const drawn = `[...document.querySelectorAll(".xterm-rows > div")].map(r => r.textContent.replaceAll("\u00a0", " ")).join("\n")`

// draws is a JavaScript expression: the terminal shows a text.
func draws(text string) string { return fmt.Sprintf("(%s).includes(%q)", drawn, text) }

// runPath is the page of a run of shop.
func runPath(name, run string) string { return "/p/shop/" + name + "/runs/" + run }

// talk starts chat, which repeats what is typed into it, and gives its run.
func (m *manager) talk(lines ...string) (run string) {
	m.t.Helper()
	run = m.ask(servers+"chat/start", "{}").Run
	m.say(lines...)
	return run
}

// say types into chat, not by the browser, and waits for the answers.
func (m *manager) say(lines ...string) {
	m.t.Helper()
	for _, l := range lines {
		body, _ := json.Marshal(streams.InputRequest{Text: l + "\n"})
		if got := m.do("POST", servers+"chat/input", string(body)); got.StatusCode != 204 {
			m.t.Fatalf("%d %s", got.StatusCode, got.body)
		}
	}
	if len(lines) > 0 {
		m.waitFor(servers+"chat", "log&pattern=got")
	}
}

// keys presses keys as a keyboard does: unlike chromedp.KeyEvent, a key that the page takes for itself makes no
// character.
func (b *browser) keys(text string) {
	b.t.Helper()
	for _, k := range text {
		down, up := input.DispatchKeyEvent(input.KeyDown), input.DispatchKeyEvent(input.KeyUp)
		if k == '\r' {
			down, up = down.WithKey("Enter").WithText("\r").WithWindowsVirtualKeyCode(13), up.WithKey("Enter")
		} else {
			down, up = down.WithKey(string(k)).WithText(string(k)), up.WithKey(string(k))
		}
		b.run(down, up)
	}
}

func TestTypingIntoATerminalUntilTheRunEnds(t *testing.T) {
	h := newHouse(t)
	run := h.talk("before")
	b := signedIn(t, h.manager)
	b.visit(runPath("chat", run))
	b.until(isLive + "&&" + draws("got before"))
	b.keys("x\r") // nobody has chosen the terminal
	b.click("[data-pane]")
	b.until(isTyping)
	b.keys("hi\r")
	b.until(draws("got hi"))
	b.run(chromedp.KeyEvent("]", chromedp.KeyModifiers(2)))
	b.until(isLive)
	b.keys("yes")
	h.ask(servers+"chat/stop", "")
	b.until(isReplay)
	b.until(`document.querySelector("#run-head").innerText.includes("stopped") && document.querySelector("#run-head").innerText.includes("ended")`)
	if got := h.rawOf(servers+"chat", run); strings.Contains(got, "x") || strings.Contains(got, "y") {
		t.Errorf("keys went to the run that nobody typed into it: %q", got)
	}
	next := h.talk()
	b.until(`document.querySelector("#run-head .notice a")?.innerText === "show it"`)
	b.click("#run-head .notice a")
	b.until(fmt.Sprintf("location.pathname.endsWith(%q) && %s", next, isLive))
}

// The questions that programs ask a terminal: who it is (DA1, DA2), how it is and where its cursor is (DSR), what is
// set (DECRQM, DECRQSS), the colors (OSC 4, 10, 11), the title, the clipboard (OSC 52).
const questions = "\x1b[c\x1b[>c\x1b[=c\x1b[5n\x1b[6n\x1b[?6n\x1b[?25$p\x1bP$qm\x1b\\\x1bP$qz\x1b\\\x1b]4;1;?\x1b\\\x1b]10;?\x1b\\\x1b]11;?\x1b\\\x1b[21t\x1b[18t\x1b]52;c;?\x1b\\"

func TestUnselectedTerminalAnswersNoQueries(t *testing.T) {
	h := newHouse(t)
	ask := "\x16" + strings.ReplaceAll(questions, "\x1b", "\x16\x1b") // ^V: the line discipline takes the next as it is
	run := h.talk(ask)
	b := signedIn(t, h.manager)
	b.visit(runPath("chat", run))
	b.until(isLive + "&&" + draws("got"))
	h.say(ask)                                                     // live
	b.until(fmt.Sprintf(`(%s).split("got ").length === 3`, drawn)) // drawn before the click
	b.click("[data-pane]")
	b.until(isTyping)
	b.keys("fence\r") // what was answered before is before it
	b.until(draws("got fence"))
	if got := h.rawOf(servers+"chat", run); strings.Contains(got, "[?1;2c") || !strings.Contains(got, "got fence") {
		t.Errorf("the terminal answered: %q", got)
	}
	// one that a person has chosen does answer, or programs such as IPython would wait for it
	h.say("\x16\x1b[c")
	b.keys("\r")
	h.waitFor(servers+"chat", "log&pattern="+url.QueryEscape(`\?1;2c`))
}

// liveTerminal opens the terminal of chat, which has repeated a line. Its manager may be gone for a while.
func liveTerminal(t *testing.T) (*house, *browser) {
	t.Helper()
	h := newHouse(t)
	run := h.talk("first")
	b := signedIn(t, h.manager)
	b.expect("ERR_CONNECTION_REFUSED")
	b.expect("ERR_INCOMPLETE_CHUNKED_ENCODING")
	b.expect("ERR_CONNECTION_RESET")
	b.expect("WebSocket connection to")
	b.visit(runPath("chat", run))
	b.until(isLive + "&&" + draws("got first"))
	return h, b
}

func TestTerminalContinuesAfterManagerRestart(t *testing.T) {
	h, b := liveTerminal(t)
	h.close(true)
	b.until(`document.querySelector("[data-say]").innerText.startsWith("Reconnecting")`)
	h.open()
	h.say("second")
	b.until(isLive + "&&" + draws("got second"))
	for _, text := range []string{"got first", "got second"} {
		if n := eval[int](b, fmt.Sprintf("(%s).split(%q).length - 1", drawn, text)); n != 1 {
			t.Errorf("%q is there %d times", text, n)
		}
	}
	b.click("[data-pane]")
	b.until(isTyping)
	b.keys("3\r")
	b.until(draws("got 3"))
}

func TestLongRunIsReplayedInParts(t *testing.T) {
	h := newHouse(t)
	run := h.flooded()
	b := signedIn(t, h.manager)
	b.visit(runPath("flood", run))
	b.until(isReplay + "&&" + draws("xxx"))
	b.click(`[data-do="earlier"]`)
	b.until(`document.querySelector("[data-say]").innerText.startsWith("An earlier part")`)
	b.click(`[data-do="later"]`)
	b.until(isReplay)
	b.click(`[data-do="earlier"]`)
	b.until(`!document.querySelector('[data-do="newest"]').hidden`)
	b.click(`[data-do="newest"]`)
	b.until(isReplay)
}

func TestFindInATerminal(t *testing.T) {
	h := newHouse(t)
	run := h.run("lines")
	b := signedIn(t, h.manager)
	b.visit(runPath("lines", run))
	b.until(isReplay + "&&" + draws("line 3000"))
	b.click(".term-find input")
	b.run(chromedp.SendKeys(".term-find input", "line 77", chromedp.ByQuery))
	b.until(`document.querySelector(".term-find output").value === "11 of 11"`)
	b.keys("\r")
	b.until(`document.querySelector(".term-find output").value === "10 of 11" && ` + draws("line 778"))
}

// lastLetter is the JavaScript of where the last letter of a text is that a row of the terminal begins with.
const lastLetter = `(() => {
	window.opened.length = 0;
	const text = %q;
	const row = [...document.querySelectorAll(".xterm-rows > div")].find((r) => r.textContent.startsWith(text));
	const nodes = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
	for (let left = text.length, n; (n = nodes.nextNode()); left -= n.length) {
		if (left > n.length) continue;
		const range = document.createRange();
		range.setStart(n, left - 1);
		range.setEnd(n, left);
		const r = range.getBoundingClientRect();
		return [r.left + r.width / 2, r.top + r.height / 2];
	}
})()`

func TestOnlyWebAddressesAreLinks(t *testing.T) {
	h := newHouse(t)
	link := func(address, text string) string {
		return "\x16\x1b]8;;" + address + "\x16\x1b\\" + text + "\x16\x1b]8;;\x16\x1b\\"
	}
	run := h.talk(link("javascript:alert(1)", "SCRIPT"), link("file:///etc/passwd", "FILE"),
		link("https://example.org/", "WEB"), "at http://localhost:5173/x now")
	b := signedIn(t, h.manager)
	b.visit(runPath("chat", run))
	b.until(isLive + "&&" + draws("got WEB") + "&&" + draws("got at http"))
	b.run(chromedp.Evaluate(`window.opened = []; window.open = (a) => { window.opened.push(a); return null; }; null`, nil))
	for text, want := range map[string]string{"got SCRIPT": "", "got FILE": "", "got WEB": "https://example.org/",
		"got at http": "http://localhost:5173/x"} {
		var box []float64
		b.run(chromedp.Evaluate(fmt.Sprintf(lastLetter, text), &box))
		b.run(chromedp.MouseEvent("mouseMoved", box[0]-3, box[1]), chromedp.MouseEvent("mouseMoved", box[0], box[1]))
		if want != "" {
			b.until(fmt.Sprintf(`document.querySelector("[data-hint]").innerText === %q`, want))
		}
		b.run(chromedp.MouseClickXY(box[0], box[1]))
		if got := eval[string](b, `window.opened.join(" ")`); got != want {
			t.Errorf("%s opens %q", text, got)
		}
	}
}

func TestOutputIsInert(t *testing.T) {
	h := newHouse(t)
	run := h.talk(`<img src=x onerror=alert(1)>`, `</script><script>alert(2)</script>`,
		`<a hx-get=/signout hx-trigger=load>`, "\x16\x1b[38;2;1;2;3mgrey\x16\x1b[0m")
	b := signedIn(t, h.manager)
	b.visit(runPath("chat", run))
	b.until(isLive + "&&" + draws("got <img src=x") + "&&" + draws("got grey"))
	if n := eval[int](b, `document.querySelectorAll("#main img, #main script, .terminal [hx-get]").length`); n != 0 {
		t.Errorf("%d elements came out of a text", n)
	}
	if got := eval[string](b, `document.querySelector(".plain").textContent`); !strings.Contains(got,
		"</script><script>alert(2)") {
		t.Errorf("%q", got)
	}
}

func TestRunPageWithoutScript(t *testing.T) {
	h := newHouse(t)
	run := h.run("lines")
	b := signedIn(t, h.manager)
	b.run(withoutScript())
	b.visit(runPath("lines", run))
	b.run(chromedp.WaitVisible(".plain .log", chromedp.ByQuery))
	got := h.do("GET", runPath("lines", run), "", header("Accept", "text/html")).body
	if !strings.Contains(got, "line 3000") || !strings.Contains(got, "line 2501") || strings.Contains(got, "line 2500") {
		t.Error("the page does not have the last 500 lines")
	}
}

func TestPageOfAnUnknownRun(t *testing.T) {
	h := newHouse(t)
	run := h.run("lines")
	page := func(path string) reply { return h.do("GET", path, "", header("Accept", "text/html")) }
	got := page(runPath("lines", "1qebj00000"))
	if got.StatusCode != http.StatusNotFound || !strings.Contains(got.body, "no longer stored") ||
		!strings.Contains(got.body, runPath("lines", run)) {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	got = page("/p/shop/chat/terminal")
	if got.StatusCode != http.StatusOK || !strings.Contains(got.body, "chat has not run yet") {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	got = page("/p/shop/lines/terminal")
	if got.StatusCode != http.StatusFound || got.Header.Get("Location") != runPath("lines", run) {
		t.Errorf("%d %s", got.StatusCode, got.Header.Get("Location"))
	}
}

func TestTerminalFitsAPhone(t *testing.T) {
	h := newHouse(t)
	run := h.talk(strings.Repeat("wide ", 60))
	b := signedIn(t, h.manager)
	b.run(chromedp.EmulateViewport(390, 844))
	for _, path := range []string{runPath("chat", run), "/p/shop/bad/terminal"} {
		b.visit(path)
		b.until(`document.querySelector(".empty") || ` + isLive)
		if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is %d px wide", path, wide)
		}
	}
}

func TestHiddenTerminalHasNoConnection(t *testing.T) {
	h := newHouse(t)
	run := h.talk("first")
	b := signedIn(t, h.manager)
	b.visit(runPath("chat", run))
	b.until(isLive + "&&" + draws("got first"))
	hide := func(hidden bool) {
		b.run(chromedp.Evaluate(fmt.Sprintf(`Object.defineProperty(document, "hidden", { configurable: true, value: %v });
			document.dispatchEvent(new Event("visibilitychange")); null`, hidden), nil))
	}
	hide(true)
	h.say("second")
	if eval[bool](b, draws("got second")) {
		t.Error("it was shown in a hidden tab")
	}
	hide(false)
	b.until(draws("got second"))
}

// rawOf returns everything that a run printed.
func (m *manager) rawOf(path, run string) string {
	m.t.Helper()
	return m.do("GET", path+"/logs?format=raw&run="+run, "").body
}

// flooded returns a run that has printed 50 MB.
func (m *manager) flooded() (run string) {
	m.t.Helper()
	if run = m.ask(servers+"flood/start?wait=none", "{}").Run; run == "" {
		m.waitFor(servers+"flood", "exit")
		var st app.Status
		m.get(servers+"flood", &st)
		run = st.Run
	}
	m.waitFor(servers+"flood", "exit")
	return run
}

//go:build real

package web

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"devservers/app"
	"devservers/views"
)

// row is the selector of a server's row.
func row(name string) string { return "#" + views.RowID(app.Ref{Project: "shop", Name: name}) }

// says is a JavaScript expression: the row of a server shows a text.
func says(name, text string) string {
	return fmt.Sprintf("document.querySelector(%q)?.innerText.includes(%q)", row(name), text)
}

// told is a JavaScript expression: the drawer that is open shows a text.
func told(text string) string {
	return fmt.Sprintf(`document.querySelector("#drawer:not([hidden])")?.innerText.includes(%q)`, text)
}

// open opens the drawer of a server of shop by a click on its row.
func (b *browser) open(name string) {
	b.t.Helper()
	b.until(`document.documentElement.dataset.keys && window.htmx`)
	b.click(row(name) + " .name")
	b.until(fmt.Sprintf(`document.querySelector("#drawer:not([hidden])")?.dataset.name === %q && location.search.includes("server=")`, "shop/"+name))
}

// press of a button in a row: they are shown while the focus is in it.
func (b *browser) act(name, key string) {
	b.t.Helper()
	focused := fmt.Sprintf(`(() => { const e = document.querySelector(%q); e?.focus(); return !!e && document.activeElement === e })()`, row(name)+" .name")
	b.until(focused) // the row may just be replaced
	b.click(row(name) + fmt.Sprintf(` [data-key=%q]`, key))
}

func TestStartAndStopByClicks(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.until(says("web", "stopped"))
	b.act("web", "s")
	b.open("web")
	b.until(says("web", "ready") + "&&" + told("http://web.shop.localhost:") + "&&" + told("by ui"))
	b.act("web", "s")
	b.until(says("web", "stopped"))
	// what others do shows too
	h.ask(servers+"web/start", "")
	b.until(says("web", "ready") + "&&" + told("by api"))
	b.act("web", "p")
	b.until(says("web", "pinned"))
	if st, _ := h.sup.Status(app.Ref{Project: "shop", Name: "web"}); !st.Pinned {
		t.Error("the pin is on the page only")
	}
}

func TestFailedStartShowsInCardAndTab(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.act("bad", "s")
	b.open("bad")
	b.until(told("the database is missing") + "&&" + told("exited with code 7") + "&&" + told("Try again"))
	b.until(`document.title.startsWith("✗ 1 · ") && document.getElementById("icon").href.endsWith("icon-trouble.svg")`)
}

func TestKeyboardOnly(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.until("document.documentElement.dataset.keys && window.htmx")
	b.press("j")
	b.until(fmt.Sprintf("document.activeElement.closest(%q)", row("web")))
	b.press("s")
	b.until(says("web", "ready"))
	b.until(fmt.Sprintf("document.activeElement.closest(%q)", row("web"))) // the row was replaced, the focus stays
	b.press("j", "k")
	b.run(chromedp.Evaluate(`document.activeElement.closest(".row").querySelector(".acts button").focus()`, nil))
	b.press("\r")
	b.until(says("web", "stopped"))
	b.until(fmt.Sprintf("document.activeElement.matches(%q)", row("web")+" .acts button")) // also while it was stopping
	b.press("?")
	b.until(`document.getElementById("help").open`)
	b.press("\u001b")
	b.until(`!document.getElementById("help").open`)
	b.run(chromedp.KeyEvent("k", chromedp.KeyModifiers(2)))
	b.until(`document.querySelectorAll("#palette-list .choice").length > 5`)
	b.press("c", "h", "a", "t", " ", "s", "t", "a", "r", "t", "\r")
	b.until(`!document.getElementById("palette").open`)
	b.until(says("chat", "ready"))
	b.press("g", "h")
	b.until(`location.pathname === "/activity" && document.body.innerText.includes("shop/chat") && document.documentElement.dataset.keys`)
	b.press("/")
	b.until(`document.activeElement.matches("[data-search]")`)
	b.run(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	b.press("g", ",")
	b.until(`location.pathname === "/settings" && document.documentElement.dataset.keys`)
	b.press("/")
	b.until(`location.pathname === "/logs" && location.search === "?context=2"`)
}

// TestFailureIsHandledWithoutAMouse finds a failed server by keys alone, reads why, tries it again and searches its
// lines.
func TestFailureIsHandledWithoutAMouse(t *testing.T) {
	h := newHouse(t)
	h.ask(servers+"bad/start?wait=none", "")
	h.waitFor(servers+"bad", "exit")
	before, err := h.sup.Status(app.Ref{Project: "shop", Name: "bad"})
	if err != nil {
		t.Fatal(err)
	}
	b := signedIn(t, h.manager)
	// it leaves the page of a run that it has just opened
	b.expect("WebSocket is closed before the connection is established")
	b.until("document.documentElement.dataset.keys && window.htmx")
	b.press("/")
	b.until(`document.activeElement.id === "filter"`)
	b.keys("bad")
	b.until(`[...document.querySelectorAll(".row")].filter((r) => r.checkVisibility()).length === 1`)
	b.press("\t", "j")
	b.until(fmt.Sprintf("document.activeElement.closest(%q)", row("bad")))
	b.press("\r")
	b.until(`document.querySelector("#drawer .wrong")?.innerText.includes("code 7")`)
	b.press("f")
	b.until(`location.pathname === "/p/shop/bad" && document.querySelector("#run-head .msg") && document.querySelector("#run-head").innerText.includes("code 7") && document.documentElement.dataset.keys && window.htmx`)
	b.press("s")
	b.until(fmt.Sprintf(`(document.querySelector("#run-head").dataset.run ?? %q) !== %[1]q`, before.Run))
	b.press("l")
	b.until(`location.search === "?tab=logs" && document.querySelector("#log")?.innerText.includes("database")`)
	b.press("/")
	b.until(`document.activeElement.name === "q"`)
	b.keys("nothing-like-it")
	b.press("\r")
	b.until(`location.pathname === "/p/shop/logs" && location.search.includes("nothing-like-it") && document.querySelector(".log-empty") && document.documentElement.dataset.keys && window.htmx`)
	b.run(chromedp.KeyEvent("k", chromedp.KeyModifiers(2)))
	b.until(`document.getElementById("palette").open && document.activeElement.matches(".palette-input")`)
	b.press("\u001b")
	b.until(`!document.getElementById("palette").open`)
}

func TestPageReconnectsAfterManagerRestart(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.expect("ERR_CONNECTION_REFUSED") // while there is no manager
	b.expect("ERR_INCOMPLETE_CHUNKED_ENCODING")
	b.expect("ERR_CONNECTION_RESET")
	b.expect("htmx:sse:error")
	h.ask(servers+"web/start", "")
	b.until(says("web", "ready"))
	h.close(true)
	b.until(`!document.getElementById("lost").hidden`)
	h.open()
	b.until(`document.getElementById("lost").hidden && ` + says("web", "ready"))
	h.ask(servers+"web/stop", "")
	b.until(says("web", "stopped"))
}

func TestNamesAndOutputAreInert(t *testing.T) {
	h := newHouse(t)
	nasty := `<img src=/static/icon.svg onerror=alert(1)><a hx-get=/signout hx-trigger=load>x</a></script><script>alert(1)</script>`
	file := h.home.Dirs.Home + "/shop/devservers.yml"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	line := fmt.Sprintf("  evil: {command: 'FC crash 3 \"%s\"', ready: {log: ^never printed$}}\n", nasty)
	changed := strings.Replace(string(text), "servers:\n", "servers:\n"+strings.ReplaceAll(line, "FC", fcCommand()), 1)
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	h.trust(t)
	b := signedIn(t, h.manager)
	b.act("evil", "s")
	b.open("evil")
	b.until(told("exited with code 3") + "&&" + told("<img src="))
	b.visit("/logs?q=alert")
	b.until(`document.querySelector("mark")?.innerText === "alert"`)
	b.visit("/activity?target=shop/evil")
	b.visit("/p/shop/trust")
	if n := eval[int](b, `document.querySelectorAll("#main img, #main script, #main [hx-get]").length`); n != 0 {
		t.Errorf("%d elements came out of a text", n)
	}
}

func TestChangedFileIsReviewedBeforeItRuns(t *testing.T) {
	h := newHouse(t)
	file := h.home.Dirs.Home + "/shop/devservers.yml"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), "echo", "echo again", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	b := signedIn(t, h.manager)
	b.act("chat", "s")
	b.until(`location.pathname === "/p/shop/trust" && document.body.innerText.includes("echo again")`)
	b.until(`document.querySelector(".diff .plus")?.innerText.includes("echo again")`)
	b.click(`button[name="start"]`)
	b.until(`location.pathname === "/p/shop" && ` + says("chat", "ready"))
}

func TestButtonsWithoutScript(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.run(withoutScript())
	b.visit("/p/shop")
	b.act("web", "s")
	ref := app.Ref{Project: "shop", Name: "web"}
	h.waitFor(servers+"web", "ready")
	if st, err := h.sup.Status(ref); err != nil || st.Actor == nil || st.Actor.Kind != "ui" {
		t.Errorf("%+v %v", st, err)
	}
}

func TestSevenTabsLoad(t *testing.T) {
	h := newHouse(t)
	first := signedIn(t, h.manager)
	first.setHidden(true)
	for range 6 {
		tab := first.tab("/")
		tab.until(says("web", "stopped"))
		tab.setHidden(true)
	}
	first.tab("/activity").until(`document.querySelector("h1").innerText === "Activity"`)
	h.ask(servers+"web/start", "")
	first.setHidden(false)
	first.until(says("web", "ready")) // it caught up
}

func TestPagesFitAPhone(t *testing.T) {
	h := newHouse(t)
	h.run("paint")
	b := signedIn(t, h.manager)
	b.run(chromedp.EmulateViewport(390, 844))
	for _, path := range []string{"/", "/p/shop", "/logs?q=o", "/activity", "/settings", "/p/shop/trust",
		"/p/shop/paint/runs"} {
		b.visit(path)
		if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is %d px wide", path, wide)
		}
	}
}

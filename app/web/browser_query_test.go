//go:build real

package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"devservers/tests/apptest/chromium"
)

// TestWordTypedKeepsTheServer: from a row to its logs, a word typed there filters the lines of that server only, each
// part of the query is a chip, and Back leads to the lines before.
func TestWordTypedKeepsTheServer(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	h.ask(servers+"chat/start?wait=started", "")
	h.ask("/api/projects/shop/tasks/lines/run", "")
	h.waitFor("/api/projects/shop/tasks/lines", "exit")
	h.typeInto(t, 1, 80)
	b.visit("/p/shop/chat")
	b.until(`document.querySelector(".tabs")`)
	link := eval[string](b, `document.querySelector("[data-all]").dataset.all`)
	b.visit(link)
	b.until(`document.body.innerText.includes("got word-0080")`)
	b.run(chromedp.SendKeys(`input[name=q]`, "word-000", chromedp.ByQuery))
	b.until(`new URLSearchParams(location.search).get("q") === "word-000" && !document.body.innerText.includes("word-0080")`)
	if at := eval[string](b, `location.search`); !strings.Contains(at, "server=shop%2Fchat") {
		t.Errorf("the server is lost: %s", at)
	}
	b.run(chromedp.SendKeys(`input[name=q]`, " level:none"+kb.Enter, chromedp.ByQuery))
	b.until(`document.querySelector("#log-clear .log-field-one")?.innerText.includes("none")`)
	b.run(chromium.Leave("history.back()"))
	b.until(`!new URLSearchParams(location.search).has("q") && document.body.innerText.includes("got word-0080")`)
}

// TestEndFollowsFromAnywhere: after the wheel, without the focus in the lines, End follows the newest again.
func TestEndFollowsFromAnywhere(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	h.ask(servers+"chat/start?wait=started", "")
	h.typeInto(t, 1, 80)
	b.visit("/p/shop/logs?fold=0")
	b.until(`document.body.innerText.includes("got word-0080")`)
	b.wheel(-500)
	b.until(`!document.getElementById("log-new").hidden && document.activeElement === document.body`)
	b.run(chromedp.KeyEvent(kb.End))
	b.until(`document.getElementById("log").scrollTop === 0 && document.getElementById("log-new").hidden`)
}

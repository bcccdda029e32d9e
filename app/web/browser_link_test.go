//go:build real

package web

import (
	"encoding/json"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestLinkContinuesAfterSigningIn: a tab with a link to a run that describes how to sign in shows the run on its own
// once another tab has signed in.
func TestLinkContinuesAfterSigningIn(t *testing.T) {
	h := newHouse(t)
	run := h.ask(servers+"web/start", "").Run
	link := "/p/shop/web/runs/" + run
	b := newBrowser(t, h.manager)
	b.expect("401")
	b.visit(link)
	b.until(`document.body.innerText.includes("devservers open")`)
	other := b.window("/login")
	var login LoginAnswer
	if err := json.Unmarshal([]byte(h.do("POST", "/api/login", "").body), &login); err != nil {
		t.Fatal(err)
	}
	other.run(chromedp.Navigate("about:blank"), chromedp.Navigate(login.URL), chromedp.WaitVisible("#main"))
	b.until(`location.pathname === "` + link + `" && document.querySelector("#run-head")?.dataset.run === "` + run + `"`)
}

//go:build real

package cli

import (
	"regexp"
	"syscall"
	"testing"

	"github.com/chromedp/chromedp"

	"devservers/tests/apptest/chromium"
	"devservers/tests/fc"
)

// TestPageShowsAHostCutAndBack has the main page open in Chromium while the link to a host is cut, and until it is back.
func TestPageShowsAHostCutAndBack(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	here.run("", "start", "box:shop/web")
	tab := openChromium(t)
	shows := func(state, rail string) chromedp.Action {
		return chromedp.Poll(`document.querySelector("#host-box .st .w")?.textContent === "`+state+`" &&
			document.querySelector('#side a[href="/#host-box"]')?.innerText.replace(/\s+/g, " ").trim() === "`+rail+`" &&
			document.body.innerText.includes("box:shop")`, nil)
	}
	link := regexp.MustCompile(`http\S+`).FindString(here.run("", "open"))
	if err := chromedp.Run(tab, chromedp.Navigate(link)); err != nil {
		t.Fatal(err)
	}
	fc.Until(t, "it happens", func() bool { return chromedp.Run(tab, shows("reachable", "box:")) == nil }) // it leads to the main page
	open := there.block()
	_ = there.pipe().Signal(syscall.SIGKILL)
	if err := chromedp.Run(tab, shows("unreachable", "box: unreachable")); err != nil {
		t.Fatal(err)
	}
	open()
	if err := chromedp.Run(tab, shows("reachable", "box:")); err != nil {
		t.Fatal(err)
	}
	logs := chromium.Leave(`location.assign("/p/box:/logs")`)
	if err := chromedp.Run(tab, logs); err != nil {
		t.Fatal(err)
	}
	lines := chromedp.Poll(`location.hostname === "devservers.box.localhost" && location.pathname === "/logs" &&
		document.body.innerText.includes("listens on")`, nil)
	fc.Until(t, "it happens", func() bool { return chromedp.Run(tab, lines) == nil }) // it signs in there on its way
}

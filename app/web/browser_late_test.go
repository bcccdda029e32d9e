//go:build real

package web

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// These tests hold back an answer or a message of the stream until others have come, as a busy machine does.

func TestPaletteGetsTheKeysAfterItsOwn(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.until("document.documentElement.dataset.keys && window.htmx")
	const at = `(() => {
		document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, cancelable: true }));
		return document.activeElement.matches(".palette-input");
	})()`
	if !eval[bool](b, at) {
		t.Error("the next key is one of the page")
	}
	b.keys("caht")
	b.until(`document.querySelector("#palette-list [aria-selected=true]")?.innerText.includes("shop/chat")`)
}

func TestTerminalThatIsBackSaysSo(t *testing.T) {
	h := newHouse(t)
	run := h.talk("first")
	b := signedIn(t, h.manager)
	b.expect("ERR_CONNECTION_REFUSED")
	b.expect("ERR_INCOMPLETE_CHUNKED_ENCODING")
	b.expect("ERR_CONNECTION_RESET")
	b.expect("WebSocket connection to")
	b.visit(runPath("chat", run))
	b.until(isLive + "&&" + draws("got first"))
	b.run(chromedp.Evaluate(`{
		const ask = fetch, held = new Promise((_, fail) => { window.release = () => fail(new TypeError("no manager")); });
		window.fetch = (url, o) => {
			if (!url.endsWith("/head")) return ask(url, o);
			window.asked = true;
			return held;
		};
	}`, nil))
	h.close(true)
	b.until("window.asked")
	h.open()
	h.say("second")
	b.until(isLive + "&&" + draws("got second"))
	b.run(chromedp.Evaluate(`window.release(); new Promise(requestAnimationFrame)`, nil, awaits))
	if !eval[bool](b, isLive) {
		t.Errorf("it says %q", b.text("[data-say]"))
	}
}

//go:build real

package web

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// These tests hold back an answer or a message of the stream until others have come, as a busy machine does.

// holds makes a page get the answers of addresses with a part when release is called. answered counts them.
func (b *browser) holds(part string) {
	b.t.Helper()
	const script = `((part) => {
		const ask = fetch, held = new Promise((done) => { window.release = done });
		window.asked = window.answered = 0;
		window.fetch = async (url, o) => {
			const answer = ask(url, o);
			if (!String(url).includes(part)) return answer;
			window.asked++;
			await held;
			return answer;
		};
		document.addEventListener("htmx:finally:request", (e) => {
			if (e.detail.ctx.request.action.includes(part)) window.answered++;
		});
	})(%q)`
	b.run(chromedp.Evaluate(fmt.Sprintf(script, part), nil))
}

// gets lets the page have what it holds, and waits until it has drawn that.
func (b *browser) gets() {
	b.t.Helper()
	b.run(chromedp.Evaluate(`window.release()`, nil))
	b.until(`window.answered > 0`)
	b.run(chromedp.Evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`, nil, awaits))
}

// before runs a script in each page before the page's own.
func (b *browser) before(script string) {
	b.t.Helper()
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}))
}

func TestLateAnswerOfAClickDoesNotHideWhatCameSince(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.until("document.documentElement.dataset.keys && window.htmx")
	b.holds("/bad/start")
	b.act("bad", "s")
	b.until(says("bad", "failed"))
	b.gets()
	if !eval[bool](b, says("bad", "failed")) {
		t.Errorf("the row went back: %s", b.text(row("bad")))
	}
}

func TestStopCountsBeforeTheStartIsAnswered(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.until("document.documentElement.dataset.keys && window.htmx")
	b.holds("/web/start")
	const twice = `for (const click of [1, 2]) document.querySelector(%q).click()`
	b.run(chromedp.Evaluate(fmt.Sprintf(twice, row("web")+" [data-key=s]"), nil))
	b.until(says("web", "ready"))
	b.act("web", "s")
	b.gets()
	b.until(says("web", "stopped"))
	if n := eval[int](b, "window.asked"); n != 1 {
		t.Errorf("a double click asked %d times", n)
	}
}

func TestTabsLateAnswerDoesNotHideWhatCameSince(t *testing.T) {
	h := newHouse(t)
	h.ask(servers+"web/start", "")
	b := signedIn(t, h.manager)
	b.visit("/p/shop/web?tab=environment")
	const is = `document.getElementById("run-head").dataset.state === `
	b.until("document.documentElement.dataset.keys && window.htmx && " + is + `"ready"`)
	b.holds("tab=environment")
	b.click("[data-tab=environment]")
	h.ask(servers+"web/stop", "")
	b.until(is + `"stopped"`)
	b.gets()
	if !eval[bool](b, is+`"stopped"`) {
		t.Errorf("the head went back: %s", b.text("#run-head"))
	}
}

// holdLines makes a page hold lines of the stream back from when holding is set, until release is called.
const holdLines = `{
	const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
	window.held = [];
	Object.defineProperty(MessagePort.prototype, "onmessage", { set(take) {
		set.call(this, (e) => window.holding && e.data.event === "log" ? window.held.push(e) : take(e));
		window.release = () => window.held.splice(0).forEach(take);
	} });
}`

func TestLinesOfAnEarlierFilterAreLeftOut(t *testing.T) {
	h := newHouse(t)
	h.ask(servers+"chat/start?wait=started", "")
	b := signedIn(t, h.manager)
	b.before(holdLines)
	b.visit("/p/shop/logs")
	b.until("document.documentElement.dataset.keys && window.htmx && window.release")
	b.run(chromedp.Evaluate("window.holding = true", nil))
	h.typeInto(t, 1, 1)
	b.until(`window.held.some((e) => e.data.data.includes("got word-0001"))`)
	b.run(chromedp.SendKeys("[name=q]", "nothing like it", chromedp.ByQuery))
	b.until(`location.search.endsWith("like+it") && document.querySelector(".log-empty")`)
	b.run(chromedp.Evaluate("window.release()", nil))
	if got := shown(b, "got"); len(got) > 0 {
		t.Errorf("it shows %q", got)
	}
}

func TestFailedClickLeavesThePageInUse(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.expect("htmx: htmx:error")
	b.until("document.documentElement.dataset.keys && window.htmx")
	h.ask(servers+"web/start", "")
	b.until(says("web", "ready")) // the stream has come, and goes on
	b.run(chromedp.Evaluate(`{
		const ask = fetch;
		window.fetch = (url, o) => {
			if (!url.includes("/pin")) return ask(url, o);
			setTimeout(() => { window.later = true; }, 1500); // the page waits less until it says that it is disconnected
			return Promise.reject(new TypeError("the connection broke"));
		};
	}`, nil))
	b.act("web", "p")
	b.until(`window.later && document.getElementById("lost").hidden`)
}

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
	h, b := liveTerminal(t)
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

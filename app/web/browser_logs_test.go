//go:build real

package web

import (
	"encoding/hex"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"devservers/app"
)

// addProject declares another project whose servers and tasks are this test binary.
func (h *house) addProject(t *testing.T, name, text string) {
	t.Helper()
	dir := h.home.Dirs.Home + "/" + name
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	text = "project: " + name + "\n" + strings.ReplaceAll(text, "FC", fcCommand())
	if err := os.WriteFile(dir+"/devservers.yml", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	v, _, err := h.sup.Register(dir)
	if err == nil {
		err = h.sup.Files.Trust(v.ID, v.SHA256, app.Actor{Kind: "cli"})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// typed types text into a server's terminal.
func (h *house) typed(ref app.Ref, text string) error {
	terminal, err := h.sup.Console(ref)
	if err != nil {
		return err
	}
	return terminal.Input([]byte(text))
}

// typeInto types lines into chat's terminal and waits for each answer: what the terminal echoes of the next line could
// stand in the midst of it otherwise.
func (h *house) typeInto(t *testing.T, from, to int) {
	t.Helper()
	for n := from; n <= to; n++ {
		if err := h.typed(chat, fmt.Sprintf("word-%04d\n", n)); err != nil {
			t.Fatal(err)
		}
		h.waitFor(servers+"chat", fmt.Sprintf("log&pattern=%%5Egot+word-%04d$", n))
	}
}

// ranTask runs a task to its end.
func (h *house) ranTask(t *testing.T, task app.Ref) {
	t.Helper()
	h.ask("/api/projects/"+task.Project+"/tasks/"+task.Name+"/run", "")
	for {
		changed := h.sup.Changed()
		st, err := h.sup.Status(task)
		if err != nil {
			t.Fatal(err)
		}
		if st.EndedByItself() {
			return
		}
		select {
		case <-changed:
		case <-time.After(patience):
			t.Fatalf("%s does not end: %+v", task, st)
		}
	}
}

// shown are the lines on the page that the server has answered, in their order.
func shown(b *browser, mark string) []string {
	return eval[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(".l .m")].map((m) => m.textContent).filter((t) => t.startsWith(%q))`, mark))
}

// wheel turns the mouse's wheel over the lines.
func (b *browser) wheel(y float64) {
	b.t.Helper()
	b.run(input.DispatchMouseEvent(input.MouseWheel, 600, 600).WithDeltaX(0).WithDeltaY(y))
}

var chat = app.Ref{Project: "shop", Name: "chat"}

func answers(from, to int) (list []string) {
	for n := from; n <= to; n++ {
		list = append(list, fmt.Sprintf("got word-%04d", n))
	}
	return list
}

func TestNewLinesWaitWhileScrolledUp(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	h.ask(servers+"chat/start?wait=started", "")
	h.typeInto(t, 1, 80)
	b.visit("/p/shop/logs?fold=0")
	b.until(`document.body.innerText.includes("got word-0080")`)
	h.typeInto(t, 81, 82)
	b.until(`document.body.innerText.includes("got word-0082")`)
	b.wheel(-500)
	b.until(`document.getElementById("log").scrollTop < -100 && !document.getElementById("log-new").hidden`)
	before := eval[float64](b, `document.querySelector(".chunk").getBoundingClientRect().top`)
	h.typeInto(t, 83, 90)
	b.until(`/\d+ new lines/.test(document.getElementById("log-new").innerText) && !document.body.innerText.includes("got word-0083")`)
	if after := eval[float64](b, `document.querySelector(".chunk").getBoundingClientRect().top`); after != before {
		t.Errorf("the lines moved under the reader, from %v to %v", before, after)
	}
	b.click("#log-new")
	b.until(`document.body.innerText.includes("got word-0090") && document.getElementById("log").scrollTop === 0 && document.getElementById("log-new").hidden`)
	if got := shown(b, "got"); !slices.Equal(got, answers(1, 90)) {
		t.Errorf("%d lines: %q", len(got), got)
	}
}

func TestLogPageSurvivesManagerRestart(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	for _, text := range []string{"ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET"} {
		b.expect(text) // while there is no manager
	}
	h.ask(servers+"chat/start?wait=started", "")
	b.visit("/logs?fold=0&server=shop/chat")
	b.until(`document.querySelector(".log-lines")`)
	h.typeInto(t, 1, 30)
	b.until(`document.body.innerText.includes("got word-0030")`)
	h.close(true)
	h.open()
	h.typeInto(t, 31, 60)
	b.until(`document.body.innerText.includes("got word-0060")`)
	if got := shown(b, "got"); !slices.Equal(got, answers(1, 60)) {
		t.Errorf("%d lines: %q", len(got), got)
	}
}

func TestOlderLinesLoadOnScroll(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	h.ranTask(t, app.Ref{Project: "shop", Name: "lines"})
	b.visit("/p/shop/logs?server=shop/lines")
	b.until(`[...document.querySelectorAll(".l .m")].at(-1)?.textContent === "line 3000"`)
	if n := eval[int](b, `document.querySelectorAll(".l").length`); n > 1100 {
		t.Errorf("there are %d lines before anybody wanted older ones", n)
	}
	b.until(`(document.getElementById("log").scrollTop = -1e6, [...document.querySelectorAll(".l .m")].some((m) => m.textContent === "line 1"))`)
	got := shown(b, "line ")
	for i, text := range got {
		if text != fmt.Sprintf("line %d", i+1) {
			t.Fatalf("line %d is %q", i+1, text)
		}
	}
	if len(got) != 3000 {
		t.Errorf("%d lines", len(got))
	}
}

func TestLogPageScrolledUpIsBounded(t *testing.T) {
	h := newHouse(t)
	h.addProject(t, "long", "servers:\n  chat: {command: FC echo}\ntasks:\n  all: {command: FC lines 13000}\n")
	h.ranTask(t, app.Ref{Project: "long", Name: "all"})
	b := signedIn(t, h.manager)
	b.visit("/p/long/logs")
	b.until(`document.documentElement.dataset.keys && window.htmx`)
	for line := 12001; line > 0; line -= 1000 { // a browser takes its time
		b.until(fmt.Sprintf(`((first) => {
			if (window.topLine !== first) [document.getElementById("log").scrollTop, window.topLine] = [-1e9, first];
			return first <= %d;
		})(Number(document.querySelector(".l .m").textContent.slice(5)))`, line))
	}
	if n := eval[int](b, `document.querySelectorAll(".l").length`); n > 10500 {
		t.Errorf("%d lines are on the page", n)
	}
	h.ask("/api/projects/long/servers/chat/start?wait=started", "")
	if err := h.typed(app.Ref{Project: "long", Name: "chat"}, "new\n"); err != nil {
		t.Fatal(err)
	}
	b.until(`/new lines/.test(document.getElementById("log-new").innerText)`)
	const last = `[...document.querySelectorAll(".l .m")].at(-1).textContent === "got new"`
	b.until(`(document.getElementById("log").scrollTop = 0, ` + last + `)`) // down again, as it was left
	got := shown(b, "line ")
	for i := 1; i < len(got); i++ {
		if number(got[i]) != number(got[i-1])+1 {
			t.Fatalf("after %q comes %q", got[i-1], got[i])
		}
	}
	if len(got) > 10500 || got[len(got)-1] != "line 13000" {
		t.Errorf("%d lines, the last is %q", len(got), got[len(got)-1])
	}
	b.click("#log-new")
	b.until(last + ` && document.querySelectorAll(".l").length < 1100 && document.getElementById("log-new").hidden`)
}

// number is that of a line of FC lines.
func number(text string) (n int) {
	_, _ = fmt.Sscanf(text, "line %d", &n)
	return n
}

func TestFilterIsInTheAddressAndMatchesLinkToContext(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	h.ask("/api/projects/shop/tasks/lines/run", "")
	b.visit("/p/shop/logs")
	b.until(`document.body.innerText.includes("line 3000")`)
	b.until(`document.documentElement.dataset.keys && window.htmx`)
	b.run(chromedp.SendKeys("[name=q]", "LINE 15"))
	b.until(`location.search === "?q=LINE+15" && document.body.innerText.includes("No lines match")`)
	b.visit(`/p/shop/logs?q=ine+15\d2$&regex=1`)
	b.until(`document.querySelectorAll(".l").length === 10 && document.querySelector("mark").innerText === "ine 1502"`)
	b.click(".l .when")
	b.until(`document.getElementById("at")?.innerText.endsWith("line 1502") && location.hash === "#at"`)
	b.until(`document.body.innerText.includes("line 1499") && document.body.innerText.includes("line 1505")`)
	b.until(`(({ top, bottom }) => top > 100 && bottom < innerHeight - 50)(document.getElementById("at").getBoundingClientRect())`)
	b.visit("/p/shop/logs?q=(&regex=1")
	b.until(`document.querySelector("[role=alert].notice").innerText.includes("(")`)
}

func TestFilterAppliesWhileTypedAndToNewLines(t *testing.T) {
	h := newHouse(t)
	h.ask(servers+"chat/start?wait=started", "")
	h.typeInto(t, 1, 12)
	b := signedIn(t, h.manager)
	b.visit("/p/shop/logs")
	b.until(`document.body.innerText.includes("got word-0012") && document.documentElement.dataset.keys && window.htmx`)
	b.run(chromedp.Evaluate("window.samePage = true; null", nil), chromedp.SendKeys("[name=q]", "d-001", chromedp.ByQuery))
	b.until(`location.search === "?q=d-001" && !document.body.innerText.includes("got word-0009")`)
	h.typeInto(t, 13, 22)
	b.until(`document.body.innerText.includes("got word-0019")`)
	if got := shown(b, "got"); !slices.Equal(got, answers(10, 19)) {
		t.Errorf("%q", got)
	}
	b.press("9")
	b.until(`location.search === "?q=d-0019"`)
	if got := shown(b, "got"); !slices.Equal(got, answers(19, 19)) {
		t.Errorf("%q", got)
	}
	if !eval[bool](b, `window.samePage && document.activeElement.name === "q" && document.querySelector("#log-clear a") !== null`) {
		t.Error("the page is another one, the field has lost the focus, or the filter cannot be cleared")
	}
	b.press("(")
	b.click("[name=regex]")
	b.until(`document.querySelector("[role=alert].notice")?.innerText.includes("(")`)
}

func TestChosenLevelsFilterLines(t *testing.T) {
	h := newHouse(t)
	h.addProject(t, "noisy", "tasks:\n  all: {command: FC bytes "+
		hex.EncodeToString([]byte("ERROR one\nWARN two\nINFO three\nDEBUG four\nfive\n"))+"}\n")
	h.ranTask(t, app.Ref{Project: "noisy", Name: "all"})
	b := signedIn(t, h.manager)
	b.visit("/p/noisy/logs?level=error&level=none")
	b.until(`document.querySelectorAll(".l").length === 2`)
	if got := shown(b, ""); !slices.Equal(got, []string{"ERROR one", "five"}) {
		t.Errorf("%q", got)
	}
	b.until("document.documentElement.dataset.keys && window.htmx")
	b.click(".log-menu-levels summary")
	b.click(`label:has([name=level][value=debug])`)
	b.until(`location.search === "?level=error&level=debug&level=none" && document.querySelectorAll(".l").length === 3`)
	b.visit("/p/noisy/logs?level=loud")
	b.until(`document.querySelector("[role=alert].notice").innerText.includes("level")`)
}

func TestChosenServersFilterLines(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	h.ask("/api/projects/shop/tasks/paint/run", "")
	h.ask("/api/projects/shop/tasks/lines/run", "")
	b.visit("/p/shop/logs")
	b.until(`document.body.innerText.includes("line 3000")`)
	b.until("document.documentElement.dataset.keys && window.htmx")
	b.click(".log-menu-servers summary")
	b.click(`.log-set label:has(input[value="shop/paint"])`)
	b.until(`location.search === "?server=shop%2Fpaint" && document.body.innerText.includes("secret ok") && !document.body.innerText.includes("line 3000")`)
	if strings.Contains(b.text("#log"), "line ") {
		t.Error("lines of another task are on the page")
	}
	b.until(`(() => { // a choice made before the page's script is there is made again
		if (location.search.includes("level=error")) return document.querySelectorAll(".l").length === 1;
		if (performance.now() < (window.chooseAgain ?? 0)) return false;
		window.chooseAgain = performance.now() + 3000;
		document.querySelector("[name=level][value=error]").click();
		return false;
	})()`)
	if got := b.text(".l.error .m"); got != "ERROR: boom" {
		t.Errorf("the error is %q", got)
	}
}

func TestFloodLeavesThePageUsable(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.visit("/p/shop/logs")
	b.until(`document.querySelector(".log-lines") && window.htmx`)
	h.ask(servers+"flood/start?wait=none", "")
	b.until(`[...document.querySelectorAll(".gap")].some((g) => /\d+ lines of flood were printed too fast/.test(g.innerText))`)
	b.until(`[...document.querySelectorAll(".l")].at(-1).innerText.includes("xxx")`)
	if n := eval[int](b, `document.querySelectorAll(".l").length`); n > 6000 {
		t.Errorf("%d lines are on the page", n)
	}
	b.click(".gap a")
	b.until(`document.getElementById("at") && document.querySelectorAll(".l").length > 100`)
}

func TestHostileLinesAreText(t *testing.T) {
	h := newHouse(t)
	corpus := "<img src=x onerror=alert(1)><script>alert(2)</script>\n" +
		"\x1b]8;;javascript:alert(3)\x07click\x1b]8;;\x07 javascript:alert(4) http://example.test/\"onmouseover=alert(5)\n" +
		"10%\r\revent: evil\rdata: x\u2028id: 9\n" +
		"<a hx-get=/signout hx-trigger=load>x</a>\x1b[31m<b>\x1b[0m\x1b[2J\x1b]0;title\x07\n" +
		"the end\n"
	h.addProject(t, "evil", "tasks:\n  nasty: {command: FC bytes "+hex.EncodeToString([]byte(corpus))+"}\n")
	b := signedIn(t, h.manager)
	b.visit("/p/evil/logs")
	b.until(`document.querySelector(".log-lines") && window.htmx`)
	h.ask("/api/projects/evil/tasks/nasty/run", "") // over the stream
	b.until(`document.querySelector("#log").innerText.includes("the end")`)
	inert := func() {
		t.Helper()
		if n := eval[int](b, `document.querySelectorAll("#log :is(img, script, b b, [onerror], [onmouseover]), #log .m [hx-get]").length`); n != 0 {
			t.Errorf("%d elements came out of a text", n)
		}
		for _, href := range eval[[]string](b, `[...document.querySelectorAll("#log .m a")].map((a) => a.getAttribute("href"))`) {
			if !strings.HasPrefix(href, "http://") {
				t.Errorf("a link leads to %q", href)
			}
		}
		if got := b.text("#log"); !strings.Contains(got, "<img src=x onerror=alert(1)>") ||
			!strings.Contains(got, "<a hx-get=/signout") {
			t.Errorf("the lines are not as printed: %q", got)
		}
	}
	inert()
	b.visit("/p/evil/logs") // and in the page itself
	b.until(`document.querySelector("#log").innerText.includes("the end")`)
	inert()
}

func TestNewestLinesAreVisibleWithoutScript(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	h.ask("/api/projects/shop/tasks/lines/run", "")
	b.visit("/p/shop/logs")
	b.until(`document.body.innerText.includes("line 3000")`)
	b.run(withoutScript())
	b.visit("/p/shop/logs")
	b.until(`document.body.innerText.includes("line 3000")`)
	y := eval[float64](b, `[...document.querySelectorAll(".l")].at(-1).getBoundingClientRect().bottom`)
	if h := eval[float64](b, `innerHeight`); y > h || y < h/2 {
		t.Errorf("the last line is at %v of %v", y, h)
	}
}

func TestLogPageFitsAPhone(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	h.ask("/api/projects/shop/tasks/paint/run", "")
	b.run(chromedp.EmulateViewport(390, 844))
	b.visit("/logs")
	b.until(`document.body.innerText.includes("secret ok")`)
	box := eval[[]int](b, `[document.documentElement.scrollWidth, document.documentElement.scrollHeight, document.getElementById("log").clientHeight]`)
	if box[0] > 390 || box[1] > 844 || box[2] < 300 {
		t.Errorf("the page is %d x %d, its lines have %d", box[0], box[1], box[2])
	}
}

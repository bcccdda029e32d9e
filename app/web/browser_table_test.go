//go:build real

package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"devservers/app"
	"devservers/app/record/history"
)

// crowd adds projects with servers that stay stopped.
func (h *house) crowd(t *testing.T, projects, servers int) {
	t.Helper()
	for p := range projects {
		text := "servers:\n"
		for s := range servers {
			text += fmt.Sprintf("  server-%02d: {command: FC echo}\n", s)
		}
		h.addProject(t, fmt.Sprintf("project-%d", p), text)
	}
}

func TestManyServersFitOnAScreen(t *testing.T) {
	h := newHouse(t)
	h.crowd(t, 1, 50)
	h.ask(servers+"bad/start?wait=none", "")
	h.waitFor(servers+"bad", "exit")
	b := signedIn(t, h.manager)
	b.run(chromedp.EmulateViewport(1440, 900))
	b.visit("/p/project-0")
	const shown = `[...document.querySelectorAll(".row")].filter((r) => r.getBoundingClientRect().bottom <= 900).length`
	if n := eval[int](b, shown); n < 24 {
		t.Errorf("%d rows are on the first screen", n)
	}
	if high := eval[int](b, "document.documentElement.scrollHeight"); high > 1710 {
		t.Errorf("50 servers take %d px", high)
	}
	b.visit("/")
	b.until(`document.querySelector("#trouble .t")?.innerText.includes("bad")`)
	if bottom := eval[float64](b, `document.querySelector("#trouble .t").getBoundingClientRect().bottom`); bottom > 900 {
		t.Errorf("the trouble is %.0f px down", bottom)
	}
}

func TestFiveProjectsFitAPhone(t *testing.T) {
	h := newHouse(t)
	h.crowd(t, 4, 30)
	run := h.run("paint")
	b := signedIn(t, h.manager)
	b.run(chromedp.EmulateViewport(390, 844))
	for _, path := range []string{"/", "/?server=shop/web", "/p/shop", "/p/shop/paint", "/p/shop/paint?tab=environment",
		"/p/shop/paint/runs", "/p/shop/paint/runs/" + run, "/p/shop/trust", "/settings"} {
		b.visit(path)
		b.until("document.documentElement.dataset.script === 'on'")
		if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is %d px wide", path, wide)
		}
		const hidden = `[...document.querySelectorAll(".main > .bar, .main > .serverhead, h1")].filter((e) => e.getBoundingClientRect().height > 1).some((e) => e.getBoundingClientRect().top < 48)`
		if eval[bool](b, hidden) {
			t.Errorf("the top of %s is covered", path)
		}
	}
}

func TestActOnSelectedServers(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.until("document.documentElement.dataset.keys && window.htmx")
	b.press("j", "x", "j", "x") // web and chat
	b.until(`document.querySelector("[data-picked]").innerText === "2 selected"`)
	b.click(`#bar-picked [formaction$="/start"]`)
	b.until(says("web", "ready") + "&&" + says("chat", "ready"))
	b.until(`document.querySelector("#announce").innerText.includes("ready")`)
	b.checkAccess("a table with selected rows")
	b.click("#unpick")
	b.click("#bar-all > details:last-of-type > summary")
	b.click(`#bar-all [formaction*="/stop"]`)
	b.until(says("web", "stopped") + "&&" + says("chat", "stopped"))
}

func TestFilterAndFold(t *testing.T) {
	h := newHouse(t)
	h.crowd(t, 1, 2)
	h.ask(servers+"web/start", "")
	b := signedIn(t, h.manager)
	b.until("document.documentElement.dataset.keys && window.htmx")
	b.until(`document.querySelector('[data-group="project-0"]').classList.contains("folded")`) // nothing of it runs
	b.click(`[data-group="project-0"] [data-fold]`)
	b.visit("/")
	b.until(`!document.querySelector('[data-group="project-0"]').classList.contains("folded")`) // the browser remembers
	b.click("#count-up")
	b.until(`location.search === "?show=up" && [...document.querySelectorAll(".row")].filter((r) => r.checkVisibility()).length === 1`)
	b.press("/")
	b.until(`document.activeElement.id === "filter"`)
	b.run(chromedp.EmulateViewport(720, 900))
	b.until(`document.activeElement.id === "filter" && document.activeElement.checkVisibility()`)
	b.keys("nothing like it")
	b.until(`!document.getElementById("nothing").hidden`)
}

func TestDrawerHasAnAddress(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.open("web")
	b.press("j")
	b.until(`document.querySelector("#drawer").dataset.name === "shop/chat"`)
	const keys = `for (const key of ["k", "j", "j", "j"]) dispatchEvent.call(document, new KeyboardEvent("keydown", { key }))`
	b.run(chromedp.Evaluate(keys, nil)) // before the first is answered
	b.until(`document.querySelector("#drawer").dataset.name === "shop/flood" && location.search === "?server=shop%2Fflood"`)
	b.run(chromedp.Evaluate(strings.Replace(keys, `["k", "j", "j", "j"]`, `["k", "Escape"]`, 1), nil))
	b.until(`performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/bad/drawer")).length === 2`)
	b.until(`document.querySelector("#drawer").hidden && location.search === ""`)
	b.visit("/?server=shop/bad")
	b.until(told("Start") + ` && document.querySelector("#drawer").dataset.name === "shop/bad"`)
	b.checkAccess("a drawer")
	b.press("\u001b")
	b.until(`document.querySelector("#drawer").hidden && location.search === ""`)
}

// holdDrawers makes a page get the answers for drawers when it calls release.
const holdDrawers = `(() => {
	const ask = fetch, held = new Promise((done) => { window.release = done });
	window.fetch = async (url, o) => {
		const answer = await ask(url, o);
		if (String(url).endsWith("/drawer")) await held;
		return answer;
	};
	document.addEventListener("htmx:finally:request", () => { window.answered = true });
})()`

func TestDrawersLateAnswerDoesNotHideWhatCameSince(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.until("document.documentElement.dataset.keys && window.htmx")
	b.run(chromedp.Evaluate(holdDrawers, nil))
	b.open("bad")
	b.until(told("Start"))
	h.ask(servers+"bad/start?wait=none", "")
	b.until(told("exited with code 7"))
	b.run(chromedp.Evaluate(`window.release()`, nil))
	b.until(`window.answered && new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
	if !eval[bool](b, told("exited with code 7")) {
		t.Errorf("the drawer went back:\n%s", b.text("#drawer"))
	}
}

func TestAgentsWishWaitsForThePerson(t *testing.T) {
	h := newHouse(t)
	web := app.Ref{Project: "shop", Name: "web"}
	person, agent := app.Actor{Kind: app.ActorCLI}, app.Actor{Kind: app.ActorMCP, Client: "Some <Agent>"}
	h.ask(servers+"web/start", "")
	if _, err := h.sup.Pin(web, true, person); err != nil {
		t.Fatal(err)
	}
	refused := func() error { return app.Failf(app.CodeNeedsHuman, "", "it is pinned") }
	_ = h.history.Do(agent, history.Restart, web, nil, refused)
	b := signedIn(t, h.manager)
	b.until(`document.querySelector("#asks")?.innerText.includes("Some <Agent>") && document.querySelector("#waits").innerText.includes("1")`)
	b.checkAccess("what waits")
	b.click(`#asks [formaction="/asks/refuse"]`)
	b.until(`!document.querySelector("#asks")`)
	_ = h.history.Do(agent, history.Restart, web, nil, refused)
	before, err := h.sup.Status(web)
	if err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelector("#asks")`)
	b.click(`#asks [formaction="/p/shop/web/restart"]`)
	b.until(`!document.querySelector("#asks")`)
	if now, err := h.sup.Status(web); err != nil || now.Run == before.Run {
		t.Errorf("it was not restarted: %+v %v", now, err)
	}
}

func TestProjectPageShowsItsLastEvents(t *testing.T) {
	h := newHouse(t)
	h.crowd(t, 1, 2)
	b := signedIn(t, h.manager)
	b.visit("/p/shop")
	b.until("document.documentElement.dataset.keys && window.htmx")
	h.ask(servers+"web/start", "")
	_ = h.history.Do(app.Actor{Kind: app.ActorCLI}, history.Start, app.Ref{Project: "shop", Name: "web"}, nil,
		func() error { return nil })
	_ = h.history.Do(app.Actor{Kind: app.ActorCLI}, history.Start, app.Ref{Project: "project-0", Name: "server-01"}, nil,
		func() error { return nil })
	b.until(`document.querySelector(".recent")?.innerText.includes("started shop/web")`)
	if text := b.text(".recent"); strings.Contains(text, "project-0") {
		t.Errorf("it shows events of another project: %s", text)
	}
}

func TestHiddenTabShowsTrouble(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.until(says("bad", "stopped"))
	b.setHidden(true)
	h.ask(servers+"bad/start?wait=none", "")
	b.until(`document.title.startsWith("✗ 1 · ") && document.getElementById("icon").href.endsWith("icon-trouble.svg")`)
	if eval[bool](b, says("bad", "failed")) {
		t.Error("a hidden page draws its rows")
	}
}

func TestNineWindowsShareAStream(t *testing.T) {
	h := newHouse(t)
	first := signedIn(t, h.manager)
	all := []*browser{first}
	for range 8 {
		all = append(all, first.window("/"))
	}
	h.ask(servers+"web/start", "")
	for _, b := range all {
		b.until(says("web", "ready"))
	}
}

func TestPaletteForgivesTypingErrors(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.until("document.documentElement.dataset.keys && window.htmx")
	for typed, want := range map[string]string{"start caht": "start shop/chat", "logs web": "logs shop/web",
		"stop all": "stop all"} {
		b.run(chromedp.KeyEvent("k", chromedp.KeyModifiers(2)))
		b.until(`document.querySelectorAll("#palette-list .choice").length > 5`)
		b.keys(typed)
		b.until(fmt.Sprintf(`document.querySelector("#palette-list [aria-selected=true] .word")?.innerText.startsWith(%q)`,
			want))
		if strings.HasPrefix(typed, "stop") {
			b.checkAccess("the palette")
		}
		b.press("\u001b")
		b.until(`!document.getElementById("palette").open`)
	}
}

func TestServerPageFollowsRestarts(t *testing.T) {
	h := newHouse(t)
	b := signedIn(t, h.manager)
	b.visit("/p/shop/chat")
	b.click(".empty .main-one") // it has never run
	b.until(isLive)
	h.say("first")
	b.until(draws("got first"))
	b.click(`#run-head [formaction$="/restart"]`)
	b.until(draws("the next one begins") + "&&" + isLive)
	h.say("second")
	b.until(draws("got first") + "&&" + draws("got second") + `&& location.pathname === "/p/shop/chat"`)
	b.click(`[data-tab="runs"]`)
	b.until(`location.search === "?tab=runs" && document.querySelectorAll("#panel tbody tr").length === 2 && document.getElementById("terminal").hidden`)
	b.click(`[data-tab="environment"]`)
	b.until(`document.querySelector("#panel")?.innerText.includes("DEVSERVERS_SERVER")`)
	b.checkAccess("the environment")
	b.run(chromedp.Evaluate("window.loaded = true", nil))
	b.press("2")
	b.until(`location.search === "?tab=logs" && document.querySelector("#log")?.innerText.includes("got second")`)
	h.say("third")
	b.until(`document.querySelector("#log").innerText.includes("got third")`)
	b.checkAccess("the lines of a server")
	b.press("1")
	b.until(`!document.getElementById("terminal").hidden && window.loaded && ` + draws("got third"))
	b.press("l")
	b.until(`document.querySelector("#log")?.innerText.includes("got third")`)
	h.say("fourth")
	b.until(`document.querySelector("#log").innerText.includes("got fourth")`)
}

// bringsLate swaps in what the stream sent for another tab before it was told of this one.
const bringsLate = `fetch("?tab=environment", { headers: { "HX-Request": "true" } }).then((answer) => answer.text()).then((text) =>
	htmx.swap({ text, request: { action: "" }, sourceElement: document.body, target: document.body, swap: "none" })).then(() => { window.late = true; })`

func TestLateTabDoesNotReplaceALaterOne(t *testing.T) {
	h := newHouse(t)
	h.talk("first")
	b := signedIn(t, h.manager)
	b.visit("/p/shop/chat")
	b.until(isLive)
	b.press("2")
	const logs = `location.search === "?tab=logs" && !!document.querySelector("#log") && document.querySelector("[data-tab=logs]").ariaCurrent === "page"`
	b.until(logs)
	b.run(chromedp.Evaluate(bringsLate, nil))
	b.until("window.late")
	if !eval[bool](b, logs) {
		t.Error("what came late of another tab replaced the lines")
	}
}

func TestOnlyTheOneWhoTypesResizes(t *testing.T) {
	h := newHouse(t)
	run := h.talk("first")
	b := signedIn(t, h.manager)
	b.visit(runPath("chat", run))
	b.until(isLive + "&&" + draws("got first"))
	b.click("[data-pane]")
	b.until(isTyping)
	const columns = `Math.round(document.querySelector(".xterm-screen").getBoundingClientRect().width)`
	wide := eval[int](b, columns)
	phone := b.window(runPath("chat", run))
	phone.run(chromedp.EmulateViewport(390, 844))
	phone.until(isLive + "&&" + draws("got first"))
	phone.until(fmt.Sprintf("%s > 390", columns)) // as wide as what the typist sees
	if now := eval[int](b, columns); now != wide {
		t.Errorf("the typist's terminal went from %d px to %d", wide, now)
	}
}

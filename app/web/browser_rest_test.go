//go:build real

package web

import (
	"testing"

	"github.com/chromedp/chromedp"

	"devservers/app"
)

func TestManyProjectsTakeALineEach(t *testing.T) {
	h := newHouse(t)
	h.crowd(t, 30, 3)
	h.ask(servers+"web/start", "")
	b := signedIn(t, h.manager)
	b.visit("/")
	b.until("document.documentElement.dataset.keys && window.htmx && document.documentElement.dataset.script === 'on'")
	b.until(says("web", "ready"))
	if n := eval[int](b, `document.querySelectorAll("[data-rest]").length`); n != 30 {
		t.Errorf("%d projects are lines", n)
	}
	if !eval[bool](b, `document.querySelector("[data-group]").dataset.group === "shop"`) {
		t.Error("what runs isn't first")
	}
	b.checkAccess("many projects")
	const first = `document.querySelector('[data-group="project-7"]')`
	b.click(`[data-group="project-7"] [data-fold]`)
	b.until(first + `.querySelectorAll(".row").length === 3 && !` + first + `.classList.contains("folded")`)
	b.until(`document.activeElement === ` + first + `.querySelector("[data-fold]")`)
	ref := app.Ref{Project: "project-7", Name: "server-01"}
	if _, err := h.sup.Pin(ref, true, app.Actor{Kind: app.ActorCLI}); err != nil {
		t.Fatal(err)
	}
	b.until(first + `.innerText.includes("pinned")`) // the rows of an unfolded project follow
	if _, err := h.sup.Pin(app.Ref{Project: "project-9", Name: "server-01"}, true,
		app.Actor{Kind: app.ActorCLI}); err != nil {
		t.Fatal(err)
	}
	b.until(`document.querySelectorAll('[data-group="project-9"] .row').length === 3`) // it is no longer at rest
	b.visit("/?q=project-21")
	b.until(`[...document.querySelectorAll(".row")].filter((r) => r.checkVisibility()).length === 3`)
	b.until(`document.querySelector('[data-group="project-22"]').hidden`)
	b.visit("/?server=project-12/server-02")
	b.until(`!document.querySelector("#drawer").hidden && document.querySelectorAll('[data-group="project-12"] .row').length === 3`)
	for _, wide := range []int64{1280, 390} {
		b.run(chromedp.EmulateViewport(wide, 800))
		b.visit("/")
		b.until("document.documentElement.dataset.script === 'on'")
		if got := eval[int64](b, "document.documentElement.scrollWidth"); got > wide {
			t.Errorf("it is %d px wide", got)
		}
	}
}

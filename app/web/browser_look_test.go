//go:build real

package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"devservers/app/base/words"
	"devservers/app/web/story"
	"devservers/views/storybook"
)

// violation is one rule of WCAG that a page breaks, as axe-core says it.
type violation struct {
	ID    string `json:"id"`
	Help  string `json:"help"`
	Nodes []struct {
		HTML    string `json:"html"`
		Summary string `json:"failureSummary"`
	} `json:"nodes"`
}

// checkAccess runs axe-core (testdata) on the page as it is, with the rules of WCAG 2.2 A and AA, and its best
// practices.
func (b *browser) checkAccess(name string) {
	b.t.Helper()
	b.checkRules(name, `["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]`)
}

// checkRules does so with the rules of these tags, or with these rules alone.
func (b *browser) checkRules(name, rules string) {
	b.t.Helper()
	if !eval[bool](b, "!!window.axe") {
		axe, err := os.ReadFile("testdata/axe-core-4.14.1.min.js")
		if err != nil {
			b.t.Fatal(err)
		}
		b.run(chromedp.Evaluate(string(axe)+"; 0", nil))
	}
	run := `axe.run(document, {runOnly: ` + rules + `, resultTypes: ["violations"]}).then((r) => JSON.stringify(r.violations))`
	var found string
	b.run(chromedp.Evaluate(run, &found, awaits))
	var list []violation
	if err := json.Unmarshal([]byte(found), &list); err != nil {
		b.t.Fatal(err)
	}
	for _, v := range list {
		for _, n := range v.Nodes[:min(3, len(v.Nodes))] {
			b.t.Errorf("%s: %s: %s\n%.300s\n%.400s", name, v.ID, v.Help, n.HTML, n.Summary)
		}
	}
}

// checkSchemes runs checkAccess on the page in light colors, and what depends on colors in dark ones, too.
func (b *browser) checkSchemes(name string) {
	b.t.Helper()
	b.prefer("light")
	b.checkAccess("light " + name)
	b.prefer("dark")
	b.checkRules("dark "+name, `["color-contrast", "link-in-text-block"]`)
}

// prefer waits until the page is drawn as a person's system says about colors.
func (b *browser) prefer(scheme string) {
	b.t.Helper()
	b.run(prefer(scheme), chromedp.Evaluate("new Promise((done) => requestAnimationFrame(() => "+
		"requestAnimationFrame(() => done(0))))", nil, awaits))
}

// awaits lets an evaluation wait for the promise that it gives.
func awaits(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// prefer sets what the person's system says about colors.
func prefer(scheme string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"}}
		return emulation.SetEmulatedMedia().WithFeatures(features).Do(ctx)
	})
}

func TestStoriesAreAccessible(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(story.Handler())
	defer server.Close()
	b := newBrowser(t, nil)
	for i, story := range storybook.Stories(time.Now()) {
		b.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(fmt.Sprintf("%s/story/%d", server.URL, i)),
			chromedp.WaitReady("body"))
		b.checkSchemes(story.Name)
		b.run(chromedp.EmulateViewport(390, 844))
		if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > 390 {
			t.Errorf("%s is %d px wide on a phone", story.Name, wide)
		}
	}
}

func TestPagesAreAccessibleOnAPhone(t *testing.T) {
	t.Parallel()
	checkPages(t, 390)
}

func TestPagesAreAccessibleOnAScreen(t *testing.T) {
	t.Parallel()
	checkPages(t, 1440)
}

// checkPages runs checkSchemes on all pages, the help and the palette, in a window of this width.
func checkPages(t *testing.T, width int64) {
	h := newHouse(t)
	run := h.run("paint")
	h.ask(servers+"web/start", "")
	h.ask(servers+"bad/start?wait=none", "")
	h.waitFor(servers+"bad", "exit")
	paths := []string{
		"/", "/?server=shop/web", "/p/shop", "/p/shop?server=bad", "/logs?q=o", "/activity", "/settings", "/waiting",
		"/p/shop/trust", "/logs", "/p/shop/logs",
		"/p/shop/bad", "/p/shop/web?tab=errors", "/p/shop/paint?tab=runs", "/p/shop/web?tab=environment",
		"/p/shop/paint/runs/" + run,
	}
	b := signedIn(t, h.manager)
	b.run(chromedp.EmulateViewport(width, 900))
	for _, path := range paths {
		b.visit(path)
		b.until("document.documentElement.dataset.script === 'on' && document.documentElement.dataset.keys && window.htmx")
		b.checkSchemes(path)
	}
	b.press("?")
	b.until(`document.getElementById("help").open`)
	b.checkSchemes("the help")
	b.press("\u001b")
	b.until(`!document.getElementById("help").open`)
	b.run(chromedp.KeyEvent("k", chromedp.KeyModifiers(2)))
	b.until(`document.querySelectorAll("#palette-list .choice").length > 5`)
	b.checkSchemes("the palette")
}

func TestStoriesHaveNoInlineCode(t *testing.T) {
	for _, story := range storybook.Stories(time.Now()) {
		var page strings.Builder
		if err := story.Page.Render(context.Background(), &page); err != nil {
			t.Errorf("%s: %v", story.Name, err)
		}
		for _, bad := range []string{" style=", " onclick=", " onerror=alert(1)>", "<img src=x", "hx-on", "javascript:",
			"<script>"} {
			if strings.Contains(page.String(), bad) {
				t.Errorf("%s contains %q", story.Name, bad)
			}
		}
	}
}

func TestScriptsUseTheSameWordsAsTheServer(t *testing.T) {
	server := httptest.NewServer(story.Handler())
	defer server.Close()
	b := newBrowser(t, nil)
	b.run(chromedp.Navigate(server.URL+"/story/0"), chromedp.WaitReady("body"))
	call := func(name string, n int64) (got string) {
		b.run(chromedp.Evaluate(fmt.Sprintf(`import("/static/js/words.js").then((w) => w.%s(%d))`, name, n), &got, awaits))
		return got
	}
	for _, s := range []int64{0, 1, 59, 60, 119, 3599, 3600, 3660, 7500, 86400, 172799, 172800, 900000} {
		if got, want := call("age", s), words.Age(time.Duration(s)*time.Second); got != want {
			t.Errorf("%d seconds: %q, want %q", s, got, want)
		}
	}
	for _, n := range []int64{0, 812, 1023, 1024, 1536, 10188, 10189, 1023488, 1023489, 5 << 20, 14 << 20, 3 << 30} {
		if got, want := call("size", n), words.Size(n); got != want {
			t.Errorf("%d bytes: %q, want %q", n, got, want)
		}
	}
}

//go:build real && figures

package web

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/heapprofiler"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"devservers/app"
	"devservers/app/transcript"
)

// The figures of the browser UI: what it costs to look at much. They are measured and printed, never asserted:
//
//	go test -tags real,figures -count 1 -v -run Figures ./app/web

// memory is what the page's objects and its DOM take after a collection, in MB.
func (b *browser) memory() (megabytes float64) {
	b.t.Helper()
	b.run(heapprofiler.CollectGarbage(), chromedp.ActionFunc(func(ctx context.Context) error {
		used, _, dom, buffers, err := cdpruntime.GetHeapUsage().Do(ctx)
		megabytes = (used + dom + buffers) / 1e6
		return err
	}))
	return megabytes
}

// peak runs do and gives how long it took, and how far the manager's heap (this process') rose above what it was.
func peak(do func()) (took time.Duration, megabytes float64) {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, most := m.HeapAlloc, m.HeapAlloc
	over, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for look := time.NewTicker(5 * time.Millisecond); ; {
			select {
			case <-look.C:
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			case <-over:
				look.Stop()
				return
			}
		}
	}()
	began := time.Now()
	do()
	took = time.Since(began)
	close(over)
	<-done
	return took, float64(most-before) / 1e6
}

// gigabyte replaces a run's transcript by 1 GB in lines of 100 bytes, one of which is a needle.
func gigabyte(t *testing.T, dir string) {
	t.Helper()
	old, _ := filepath.Glob(dir + "/00*")
	for _, file := range append(old, dir+"/live") {
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	w, err := transcript.Create(dir, transcript.Options{Cap: 2 << 30})
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 10_000_000; {
		var chunk strings.Builder
		for ; chunk.Len() < 30_000 && n <= 10_000_000; n++ {
			word := "INFO"
			if n == 5_000_000 {
				word = "needle"
			}
			fmt.Fprintf(&chunk, "line %08d %s %s\n", n, word, strings.Repeat("y", 99-15-len(word)))
		}
		w.Commit(copy(w.Buffer(), chunk.String()))
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestFiguresOfAGigabyte(t *testing.T) {
	h := newHouse(t)
	run := h.run("lines")
	gigabyte(t, h.home.Dirs.State+"/runs/shop/lines/"+run)
	b := signedIn(t, h.manager)
	for name, open := range map[string]func(){
		"terminal": func() { b.visit(runPath("lines", run)); b.until(isReplay + "&&" + draws("line 10000000")) },
		"logs": func() {
			b.visit("/p/shop/logs?server=shop/lines")
			b.until(`document.body.innerText.includes("line 10000000")`)
		},
		"logs, filtered by a word that is in one line": func() {
			b.visit("/p/shop/logs?server=shop/lines&q=needle")
			b.until(`document.body.innerText.includes("line 05000000 needle")`)
		},
	} {
		took, heap := peak(open)
		t.Logf("1 GB in the %s: shown after %d ms; the manager's heap rose by %.1f MB, the page has %.1f MB", name,
			took.Milliseconds(), heap, b.memory())
	}
}

func TestFiguresOfAnHour(t *testing.T) {
	h := newHouse(t)
	h.addProject(t, "hour", "tasks:\n  all: {command: FC flood 72000000}\n  some: {command: FC lines 3000}\n")
	first := signedIn(t, h.manager)
	logs := first.window("/p/hour/logs?fold=0")
	logs.until(`document.querySelector(".log-lines") && window.htmx`)
	t.Logf("the page of logs begins with %.1f MB", logs.memory())
	for n := 1; n <= 40; n++ {
		h.ranTask(t, app.Ref{Project: "hour", Name: "some"})
		logs.until(`[...document.querySelectorAll(".l")].at(-1)?.innerText.endsWith(" line 3000") && document.querySelectorAll(".begin").length > 0`)
		if n%10 == 0 {
			t.Logf("after %d lines, all of them shown, it has %.1f MB and %d lines", n*3000, logs.memory(),
				eval[int](logs, `document.querySelectorAll(".l").length`))
		}
	}
	took, heap := peak(func() { h.ranTask(t, app.Ref{Project: "hour", Name: "all"}) })
	logs.until(`[...document.querySelectorAll(".l")].at(-1).innerText.includes("xxx")`)
	t.Logf("after a flood of 720000 lines in %d ms it has %.1f MB; the manager's heap rose by %.1f MB",
		took.Milliseconds(), logs.memory(), heap)
	terminal := first.window("/p/hour/all/terminal")
	terminal.until(isReplay + "&&" + draws("xxx"))
	t.Logf("the terminal of that flood has %.1f MB", terminal.memory())
}

// smooth is the JavaScript that moves the lines by 500 px a frame for 3 s and tells how long frames took.
const smooth = `new Promise((done) => {
	const pane = document.getElementById("log"), began = performance.now(), took = [];
	let last = began;
	requestAnimationFrame(function move(now) {
		took.push(now - last);
		last = now;
		pane.scrollTop += 500;
		if (now - began < 3000) return requestAnimationFrame(move);
		took.sort((a, b) => a - b);
		done(took.length + " frames: p50 " + took[took.length >> 1].toFixed(0) + " ms, p99 " + took[Math.floor(took.length * 0.99)].toFixed(0) + " ms");
	});
})`

func TestFiguresOfAHundredThousandLines(t *testing.T) {
	h := newHouse(t)
	h.addProject(t, "long", "tasks:\n  all: {command: FC lines 100000}\n")
	h.ranTask(t, app.Ref{Project: "long", Name: "all"})
	b := signedIn(t, h.manager)
	b.visit("/p/long/logs")
	b.until(`[...document.querySelectorAll(".l")].at(-1)?.innerText.endsWith(" line 100000")`)
	began := time.Now()
	for n := 90_000; n >= 0; n -= 10_000 {
		b.until(fmt.Sprintf(`(document.getElementById("log").scrollTop = -1e9, [...document.querySelectorAll(".l .m")].some((m) => Number(m.textContent.slice(5)) <= %d))`, n+1))
	}
	t.Logf("all of 100000 lines were scrolled up to in %.1f s; the page has %.1f MB", time.Since(began).Seconds(),
		b.memory())
	waits := func(p *cdpruntime.EvaluateParams) *cdpruntime.EvaluateParams { return p.WithAwaitPromise(true) }
	var frames string
	b.run(chromedp.Evaluate(smooth, &frames, waits))
	t.Logf("scrolling through them, %s", frames)
}

func TestFiguresOfALine(t *testing.T) {
	h := newHouse(t)
	h.addProject(t, "clock", "servers:\n  tick: {command: FC stamp 20ms}\n")
	b := signedIn(t, h.manager)
	b.visit("/p/clock/logs?fold=0")
	b.until(`document.querySelector(".log-lines") && window.htmx`)
	b.run(chromedp.Evaluate(`window.late = []; new MutationObserver((list) => {
		const now = performance.timeOrigin + performance.now();
		for (const { addedNodes } of list) for (const n of addedNodes) for (const m of n.querySelectorAll?.(".m") ?? []) {
			if (/^\d{19}$/.test(m.textContent)) window.late.push(now - Number(m.textContent) / 1e6);
		}
	}).observe(document.getElementById("log-lines"), { childList: true, subtree: true }); null`, nil))
	h.ask("/api/projects/clock/servers/tick/start?wait=none", "")
	b.until(`window.late.length > 600`)
	late := eval[[]float64](b, `window.late.slice(50)`)
	slices.Sort(late)
	t.Logf("printed → in the DOM, %d lines: p50 %.0f ms, p99 %.0f ms, most %.0f ms", len(late), late[len(late)/2],
		late[len(late)*99/100], late[len(late)-1])
}

func TestFiguresOfAFirstLook(t *testing.T) {
	h := newHouse(t)
	h.ask(servers+"web/start", "")
	b := signedIn(t, h.manager)
	for _, visit := range []string{"again, with the browser's cache", "again"} {
		b.visit("/p/shop")
		b.until(`performance.getEntriesByName("first-contentful-paint").length > 0 && document.readyState === "complete"`)
		t.Logf("project page %s: first contentful paint after %.0f ms", visit,
			eval[float64](b, `performance.getEntriesByName("first-contentful-paint")[0].startTime`))
	}
	const sizes = `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].filter((e) => !e.name.includes("/stream"))`
	fresh := signedIn(t, h.manager)
	fresh.run(chromedp.Evaluate("0", nil))
	t.Logf("project page in a new browser: %d requests, %.0f bytes on the wire, %.0f bytes of content; first contentful "+
		"paint after %.0f ms",
		eval[int](fresh, sizes+".length"), eval[float64](fresh, sizes+".reduce((n, e) => n + e.transferSize, 0)"),
		eval[float64](fresh, sizes+".reduce((n, e) => n + e.decodedBodySize, 0)"),
		eval[float64](fresh, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1`))
}

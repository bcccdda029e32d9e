//go:build real

package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app"
)

// newTold is a project whose server prints what the test writes into said.log, with a page that shows it.
func newTold(t *testing.T) (h *house, b *browser, dir string) {
	h = newHouse(t)
	h.addProject(t, "edited", "servers:\n  web: {command: tail -n +1 -f said.log, ready: {log: starting}}\n")
	view, err := h.sup.Project("edited")
	if err != nil {
		t.Fatal(err)
	}
	dir = view.Path
	appendTo(t, filepath.Join(dir, "said.log"), "starting\n")
	appendTo(t, filepath.Join(dir, "cart.py"), strings.Repeat("pass\n", 12))
	h.ask("/api/projects/edited/servers/web/start", "")
	b = signedIn(t, h.manager)
	b.visit("/p/edited?server=web")
	b.until(`window.htmx && document.querySelector("#drawer .st").innerText.includes("ready")`)
	return h, b, dir
}

func appendTo(t *testing.T, file, text string) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// edit writes a file until the edit is seen: folders are not watched from the first moment on.
func (h *house) edit(t *testing.T, dir, name string) {
	t.Helper()
	last := func() int {
		page, err := h.o.Edits.Edited("edited")
		if err != nil {
			t.Fatal(err)
		}
		if page.Edit == nil {
			return 0
		}
		return page.Edit.Number
	}
	before := last()
	for end := time.Now().Add(patience); last() == before; {
		changed := h.sup.Changed()
		if time.Now().After(end) {
			t.Fatalf("the edit of %s is not seen", name)
		}
		appendTo(t, filepath.Join(dir, name), "x\n")
		select {
		case <-changed:
		case <-time.After(time.Second):
		}
	}
}

const shownVerdict = `document.querySelector("#drawer .verdict")?.innerText`

func TestDrawerShowsTheVerdict(t *testing.T) {
	h, b, dir := newTold(t)
	b.until(`!document.querySelector("#drawer .verdict")`)
	h.edit(t, dir, "a<b onclick=x>.py")
	// it is pending for 3s
	b.until(`/pending|no reaction seen/.test(` + shownVerdict + `) && ` + shownVerdict + `.includes("a<b onclick=x>.py")`)
	b.until(shownVerdict + `.includes("no reaction seen")`)
	logs := b.window("/p/edited/logs")
	logs.until("window.htmx && document.documentElement.dataset.keys")
	h.edit(t, dir, "cart.py")
	appendTo(t, filepath.Join(dir, "said.log"), "cart.py changed, reloading.\nTraceback (most recent call last):\n"+
		"  File \"cart.py\", line 9, in price\n    return 1 / 0\nZeroDivisionError: <b>division</b>\n")
	b.until(shownVerdict + `.includes("1 new error") && ` + told("cart.py:9") + `&&` + told("<b>division</b>"))
	b.until(`document.querySelector("#drawer .excerpt .blamed")?.innerText.startsWith("9")`)
	logs.until(`document.querySelector("#log .edit.bad")?.innerText.includes("The edit of cart.py broke edited/web")`)
	b.until(`document.querySelector(".group > header").innerText.includes("last edit broke web")`)
	b.until(`document.querySelector("#drawer .verdict.bad") && document.querySelectorAll("#drawer .err").length === 1`)
	b.checkAccess("a drawer with a verdict")
	b.click("#drawer .err a.button")
	b.until(`location.pathname === "/p/edited/logs" && document.querySelector("#at")?.innerText.includes("Traceback")`)
	b.visit("/p/edited?server=web")
	b.until(shownVerdict + `.includes("1 new error")`)
	h.edit(t, dir, "cart.py")
	appendTo(t, filepath.Join(dir, "said.log"), "System check identified no issues (0 silenced).\n")
	b.until(`document.querySelector("#drawer .verdict.good") && ` + shownVerdict +
		`.includes("rebuilt, no new errors") && ` + shownVerdict + `.includes("1 fixed")`)
	logs.until(`document.querySelectorAll("#log .edit").length === 2`)
	logs.visit("/p/edited/logs")
	logs.until(`[...document.querySelectorAll("#log .edit, #log .l .m")].map((e) => e.className + " " + e.innerText.replaceAll("\n", " ")).join("|").match(/edit bad [^|]*cart.py broke.*System check.*edit good [^|]*took the edit/)`)
	logs.checkAccess("verdicts among lines")
	h.edit(t, dir, "cart.py")
	appendTo(t, filepath.Join(dir, "said.log"), "cart.py changed, reloading.\nTraceback (most recent call last):\n"+
		"  File \"cart.py\", line 7, in total\n    return x[0]\nIndexError: list index out of range\n")
	b.until(`document.querySelector("#drawer .verdict.bad") && ` + shownVerdict + `.includes("last good")`)
	h.ask("/api/projects/edited/servers/web/stop", "")
	b.until(`!document.querySelector("#drawer .verdict")`)
	if st, err := h.sup.Status(app.Ref{Project: "edited", Name: "web"}); err != nil || st.State != app.Stopped {
		t.Errorf("%+v, %v", st, err)
	}
}

//go:build real

package web

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"devservers/app"
	"devservers/tests/fc"
)

// runs starts the servers of a project and gives the page of each one's run.
func (h *house) runs(t *testing.T, project string, names ...string) (paths []string) {
	t.Helper()
	for _, name := range names {
		got := h.ask("/api/projects/"+project+"/servers/"+name+"/start?wait=started", "")
		paths = append(paths, "/p/"+project+"/"+name+"/runs/"+got.Run)
	}
	return paths
}

func TestSixLiveTerminals(t *testing.T) {
	h := newHouse(t)
	names, text := []string{"a", "b", "c", "d", "e", "f"}, "servers:\n"
	for _, name := range names {
		text += "  " + name + ": {command: FC echo}\n"
	}
	h.addProject(t, "six", text)
	paths := h.runs(t, "six", names...)
	first := signedIn(t, h.manager)
	var tabs []*browser
	for _, path := range paths {
		tab := first.window(path)
		tab.until(isLive)
		tabs = append(tabs, tab)
	}
	logs := first.window("/p/six/logs")
	logs.until(`document.querySelector(".log-lines") && window.htmx`)
	for i, name := range names {
		if err := h.typed(app.Ref{Project: "six", Name: name}, "hello "+name+"\n"); err != nil {
			t.Fatal(err)
		}
		tabs[i].until(draws("got hello " + name))
		logs.until(fmt.Sprintf(`document.querySelector("#log").innerText.includes("got hello %s")`, name))
	}
	h.addProject(t, "later", "servers:\n  bad: {command: FC crash 1}\n")
	h.do("POST", "/api/projects/later/servers/bad/start?wait=none", "{}") // it may fail before the answer
	tabs[0].until(`document.title.startsWith("✗ 1 · six/a") && document.getElementById("side").innerText.includes("later")`)
	for i, name := range names {
		for _, other := range names {
			if other != name && eval[bool](tabs[i], draws("hello "+other)) {
				t.Errorf("the terminal of %s shows what %s printed", name, other)
			}
		}
	}
}

func TestPythonREPLInATerminal(t *testing.T) {
	if _, err := os.Stat("/usr/bin/python3"); err != nil {
		t.Fatal("there is no Python: apt-get install python3 (or make -f templ.mk tools)")
	}
	h := newHouse(t)
	h.addProject(t, "repl", "servers:\n  py: {command: /usr/bin/python3 -i -q}\n")
	paths := h.runs(t, "repl", "py")
	b := signedIn(t, h.manager)
	b.visit(paths[0])
	b.until(isLive + "&&" + draws(">>> "))
	b.click("[data-pane]")
	b.until(isTyping)
	b.keys("print(6*7)\r")
	b.until(`(` + drawn + `).split("\n").includes("42")`)
	b.keys("name = input('who? ')\r")
	b.until(draws("\nwho? "))
	b.keys("me\r")
	b.keys("print('hello', name)\r")
	b.until(`(` + drawn + `).split("\n").includes("hello me")`)
	b.keys("exit(3)\r")
	b.until(isReplay + `&& document.querySelector("#run-head").innerText.includes("exited with code 3")`)
}

func TestScreenReaderModeOfTerminals(t *testing.T) {
	h := newHouse(t)
	run := h.talk("first")
	b := signedIn(t, h.manager)
	b.visit(runPath("chat", run))
	b.until(isLive + `&& !document.querySelector(".xterm-accessibility-tree")`)
	b.click("label:has([data-reader])")
	const tree = `document.querySelector(".xterm-accessibility-tree")?.textContent.replaceAll("\u00a0", " ")`
	b.until(tree + `.includes("got first")`)
	h.say("second")
	b.until(tree + `.includes("got second")`)
	b.checkAccess("a terminal that is read aloud")
	b.visit(runPath("chat", run)) // the browser remembers
	b.until(isLive + "&&" + tree + `?.includes("got second")`)
}

func TestStopThePortHolderByAClick(t *testing.T) {
	h := newHouse(t)
	port := strconv.Itoa(fc.FreePort(t))
	listens := "servers:\n  SERVER: {command: 'FC listen 127.0.0.1:$PORT', port: " + port + "}\n"
	h.addProject(t, "old", strings.Replace(listens, "SERVER", "site", 1))
	h.addProject(t, "new", strings.Replace(listens, "SERVER", "shop", 1))
	h.ask("/api/projects/old/servers/site/start", "")
	b := signedIn(t, h.manager)
	b.visit("/p/new")
	b.until("window.htmx && document.documentElement.dataset.keys")
	b.run(chromedp.Focus(".row .name", chromedp.ByQuery))
	b.click(`.row [data-key="s"]`)
	b.until(`document.querySelector("#trouble .t")?.innerText.includes("old/site")`)
	b.click(`#trouble .t .main-one`)
	b.until(`document.querySelector(".row .st").innerText.includes("ready")`)
	for ref, want := range map[app.Ref]app.State{{Project: "old", Name: "site"}: app.Stopped,
		{Project: "new", Name: "shop"}: app.Ready} {
		if st, err := h.sup.Status(ref); err != nil || st.State != want {
			t.Errorf("%s is %s, want %s (%v)", ref, st.State, want, err)
		}
	}
}

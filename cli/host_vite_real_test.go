//go:build real && linux

package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"devservers/tests/apptest/npm"
	"devservers/tests/fc"
)

// hotModule accepts its own updates: Vite then replaces it without loading the page again. It tells the console how
// many of them this page has run.
const hotModule = "window.ran = (window.ran ?? 0) + 1\nconsole.log(`TEXT is module ${window.ran}`)\nimport.meta.hot?.accept()\n"

// TestViteOnAHostReplacesModules opens a page of a real Vite on a host in Chromium, through its named URL: an edit
// there reaches the page by Vite's WebSocket, and is judged.
func TestViteOnAHostReplacesModules(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	app := filepath.Join(there.home, "front")
	edit := func(name, text string) { // at once: of a file emptied and then written, Vite may see the first alone
		t.Helper()
		time.Sleep(200 * time.Millisecond) // Vite 6 misses an edit less than 50 ms after another one
		written := filepath.Join(there.home, "written")
		if err := errors.Join(os.WriteFile(written, []byte(text), 0o600),
			os.Rename(written, filepath.Join(app, name))); err != nil {
			t.Fatal(err)
		}
	}
	module := func(text string) { t.Helper(); edit("src/main.js", strings.ReplaceAll(hotModule, "TEXT", text)) }
	if err := errors.Join(os.CopyFS(app, os.DirFS("testdata/real/frontend")), os.CopyFS(app+"/node_modules",
		os.DirFS(npm.Installed(t, "testdata/real/frontend")))); err != nil {
		t.Fatal(err)
	}
	edit("devservers.yml", "project: front\nservers:\n  vite: {command: node node_modules/vite/bin/vite.js --port $PORT "+
		"--host 127.0.0.1, port: auto}\n")
	module("first")
	there.Env = append(there.Env, "PATH="+filepath.Dir(npm.Node(t))+":"+os.Getenv("PATH"))
	there.run("front", "trust", "--yes")
	there.run("front", "start")
	tab := openChromium(t)
	says := consoleOf(t, tab)
	page := "http://vite.front.box.localhost" + here.Manager().URL[strings.LastIndexByte(here.Manager().URL, ':'):]
	if err := chromedp.Run(tab, chromedp.Navigate(page)); err != nil {
		t.Fatal(err)
	}
	says("first is module 1", "[vite] connected.") // Vite sends an update to pages that are connected, and forgets it
	module("second")
	says("second is module 2")
	edit("src/main.js", "import './gone.js'\n")
	says("Failed to reload /src/main.js")
	overlay := `document.querySelector("vite-error-overlay")?.shadowRoot.textContent.includes("./gone.js") ?? false`
	if err := chromedp.Run(tab, chromedp.Poll(overlay, nil, chromedp.WithPollingInterval(50*time.Millisecond))); err != nil {
		t.Fatal(err)
	}
	fc.Until(t, "it happens", func() bool {
		out, _ := here.command("", "errors", "box:front/vite").CombinedOutput()
		return strings.Contains(string(out), "box:front/vite") && strings.Contains(string(out), "src/main.js:1")
	})
	module("third")
	says("third is module") // Vite may load the page again
	fc.Until(t, "it happens", func() bool { return here.command("", "errors", "box:front/vite").Run() == nil })
}

// consoleOf returns a function that waits until the console of a tab has said each text, in any order, since the last
// call. A question to the page would get no answer while Vite loads it again.
func consoleOf(t *testing.T, tab context.Context) (says func(texts ...string)) {
	lines := make(chan string, 1024)
	chromedp.ListenTarget(tab, func(event any) {
		if e, ok := event.(*runtime.EventConsoleAPICalled); ok {
			for _, arg := range e.Args {
				lines <- string(arg.Value)
			}
		}
	})
	return func(texts ...string) {
		t.Helper()
		var heard []string
		for limit := time.After(time.Minute); len(texts) > 0; {
			select {
			case line := <-lines:
				heard = append(heard, line)
				texts = slices.DeleteFunc(texts, func(text string) bool { return strings.Contains(line, text) })
			case <-limit:
				t.Fatalf("the console does not say %q: %q", texts, heard)
			}
		}
	}
}

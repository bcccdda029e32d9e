//go:build real

package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"devservers/tests/apptest/npm"
)

// hotModule accepts its own updates: Vite then replaces it without loading the page again.
const hotModule = "document.querySelector('#app').textContent = 'TEXT'\nimport.meta.hot?.accept()\n"

// TestViteOnAHostReplacesModules opens a page of a real Vite on a host in Chromium, through its named URL: an edit
// there reaches the page by Vite's WebSocket, and is judged.
func TestViteOnAHostReplacesModules(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	app := filepath.Join(there.home, "front")
	edit := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(app, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.CopyFS(app, os.DirFS("testdata/real/frontend")), os.CopyFS(app+"/node_modules",
		os.DirFS(npm.Installed(t, "testdata/real/frontend")))); err != nil {
		t.Fatal(err)
	}
	edit("devservers.yml", "project: front\nservers:\n  vite: {command: node node_modules/vite/bin/vite.js --port $PORT "+
		"--host 127.0.0.1, port: auto}\n")
	edit("src/main.js", strings.ReplaceAll(hotModule, "TEXT", "first"))
	there.env = append(there.env, "PATH="+filepath.Dir(npm.Node(t))+":"+os.Getenv("PATH"))
	there.run("front", "trust", "--yes")
	there.run("front", "start")
	text := func(want string) chromedp.Action {
		return chromedp.Poll(`document.querySelector("#app")?.textContent === "`+want+`"`, nil)
	}
	tab, kept := openChromium(t), 0
	page := "http://vite.front.box.localhost" + here.manager().URL[strings.LastIndexByte(here.manager().URL, ':'):]
	if err := chromedp.Run(tab, chromedp.Navigate(page), text("first"), chromedp.Evaluate(`window.kept = 7`, nil)); err != nil {
		t.Fatal(err)
	}
	edit("src/main.js", strings.ReplaceAll(hotModule, "TEXT", "second"))
	if err := chromedp.Run(tab, text("second"), chromedp.Evaluate(`window.kept ?? 0`, &kept)); err != nil || kept != 7 {
		t.Fatalf("the page was not updated, or was loaded again (%d): %v", kept, err)
	}
	edit("src/main.js", "import './gone.js'\n")
	happens(t, func() bool {
		out, _ := here.command("", "errors", "box:front/vite").CombinedOutput()
		return strings.Contains(string(out), "box:front/vite") && strings.Contains(string(out), "src/main.js:1")
	})
	edit("src/main.js", strings.ReplaceAll(hotModule, "TEXT", "third"))
	happens(t, func() bool { return chromedp.Run(tab, text("third")) == nil }) // Vite may load the page again
	happens(t, func() bool { return here.command("", "errors", "box:front/vite").Run() == nil })
}

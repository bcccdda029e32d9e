//go:build real && linux

package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"devservers/tests/fc"
)

// TestRemovedWorktreeIsForgottenByAClick removes a worktree while a server of it runs. The page asks, and a click stops
// the server.
func TestRemovedWorktreeIsForgottenByAClick(t *testing.T) {
	w := emptyRealWorld(t)
	if err := os.Mkdir(w.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	text := "project: shop\nservers:\n  web: {command: /usr/bin/python3 -m http.server $PORT, port: auto}\n"
	if err := os.WriteFile(filepath.Join(w.dir, "devservers.yml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	w.git(t, "init", "-q", "-b", "main")
	w.git(t, "add", "-A")
	w.git(t, "-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-q", "-m", "shop")
	w.ok(t, "trust", "--yes")
	dir := w.worktree(t, "red")
	w.okIn(t, dir, "start", "web")
	pid := w.statusesOf(t, "shop@red")["web"].PID
	w.git(t, "worktree", "remove", "--force", dir)
	var link struct{ URL string }
	if err := json.Unmarshal([]byte(w.ok(t, "open", "--json")), &link); err != nil {
		t.Fatal(err)
	}
	tab := openChromium(t)
	asked := make(chan string, 1)
	chromedp.ListenTarget(tab, func(event any) {
		if dialog, ok := event.(*page.EventJavascriptDialogOpening); ok {
			asked <- dialog.Message
			go func() { _ = chromedp.Run(tab, page.HandleJavaScriptDialog(true)) }()
		}
	})
	if err := chromedp.Run(tab, chromedp.Navigate(link.URL)); err != nil {
		t.Fatal(err)
	}
	// A mouse would miss a button that news above it moves.
	const click = `(() => {
		const button = document.querySelector('form[action="/p/shop@red/forget"] button');
		const there = document.readyState === "complete" && button?.checkVisibility() === true;
		if (there) setTimeout(() => button.click());
		return there;
	})()`
	fc.Until(t, "a button that forgets the worktree", func() bool {
		var clicked bool
		err := chromedp.Run(tab, chromedp.Evaluate(click, &clicked)) // it fails while the page of the login goes
		return err == nil && clicked
	})
	fc.Until(t, "the worktree to be forgotten", func() bool {
		out, err := w.command(w.dir, "status").Output()
		return err == nil && !strings.Contains(string(out), "shop@red")
	})
	if err := syscall.Kill(pid, 0); err == nil {
		t.Errorf("the server of the forgotten worktree lives: process %d", pid)
	}
	if want := "Stop what runs of shop@red and forget it?"; len(asked) == 0 || <-asked != want {
		t.Error("it was not asked:", want)
	}
	w.ok(t, "stop", "--all")
}

//go:build real && linux

package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"devservers/app"
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
	w.git(t, "worktree", "remove", "--force", dir)
	var link struct{ URL string }
	if err := json.Unmarshal([]byte(w.ok(t, "open", "--json")), &link); err != nil {
		t.Fatal(err)
	}
	tab := openChromium(t)
	chromedp.ListenTarget(tab, func(event any) {
		if _, ok := event.(*page.EventJavascriptDialogOpening); ok {
			go func() { _ = chromedp.Run(tab, page.HandleJavaScriptDialog(true)) }()
		}
	})
	const forget = `form[action="/p/shop@red/forget"] button`
	err := chromedp.Run(tab, chromedp.Navigate(link.URL), chromedp.WaitVisible("#main"), chromedp.WaitVisible(forget), chromedp.Click(forget))
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the worktree to be forgotten, and its server to end", func() bool {
		st, known := w.statusesOf(t, "shop@red")["web"]
		return !known || st.State == app.Stopped
	})
	if out := w.ok(t, "status"); len(w.statusesOf(t, "shop@red")) > 0 {
		t.Error(out)
	}
	w.ok(t, "stop", "--all")
}

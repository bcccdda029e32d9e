//go:build real && linux

package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"devservers/tests/apptest/chromium"
	"devservers/tests/apptest/npm"
	"devservers/tests/fc"
)

// inspectorPage starts the Inspector's own web server for our endpoint, and gives the address of its page.
func (w *world) inspectorPage() string {
	w.T.Helper()
	home := w.T.TempDir()
	script := filepath.Join(npm.Installed(w.T, "testdata/clients"),
		"@modelcontextprotocol/inspector/clients/launcher/build/index.js")
	c := exec.Command(npm.Node(w.T), script, "--web", "--server-url", w.url()+"/mcp", "--transport", "http")
	c.Env = []string{"HOME=" + home, "PATH=" + home, "MCP_INSPECTOR_SECRET_STORE=file", "MCP_AUTO_OPEN_ENABLED=false",
		"MCP_SANDBOX_PORT=0", fmt.Sprintf("CLIENT_PORT=%d", fc.FreePort(w.T))}
	out, err := c.StdoutPipe()
	w.must(err)
	w.must(c.Start())
	w.T.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if address := strings.TrimSpace(lines.Text()); strings.HasPrefix(address, "http://127.0.0.1:") &&
			strings.Contains(address, "API_TOKEN=") {
			return address
		}
	}
	w.T.Fatal("the Inspector has no page")
	return ""
}

// chromium is a browser without a screen, which reaches nothing beyond this machine.
func (w *world) chromium() context.Context {
	w.T.Helper()
	profile, err := os.MkdirTemp("", "chromium") // it still writes there as it ends
	w.must(err)
	alive, end := context.WithTimeout(context.Background(), 3*patience)
	allocator, release := chromedp.NewExecAllocator(alive,
		chromium.Exec(), chromedp.UserDataDir(profile), chromedp.WindowSize(1280, 900),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Headless, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1"))
	// it knows fewer events than Chromium
	ctx, leave := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	w.T.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits for its end
		leave()
		release()
		end()
		_ = os.RemoveAll(profile)
	})
	return ctx
}

// The Inspector's page leads to the consent page, and from there back to its list of our tools: without CORS, since its
// server asks.
func TestInspectorPageGetsAccessByConsent(t *testing.T) {
	w := newWorld(t)
	w.project("shop", shop)
	var link struct{ URL string }
	w.must(json.Unmarshal([]byte(w.do("POST", "/api/login", "").body), &link))
	page := w.inspectorPage() // npm may install it first, and the browser lives for a limited time
	browser := w.chromium()
	w.must(chromedp.Run(browser)) // starts it: the first context to run is the browser's life
	const tools = `label[for$=-Tools]`
	for _, step := range []chromedp.Action{
		chromedp.Navigate(link.URL), chromedp.WaitReady(`a[href="/settings"]`),
		chromedp.Navigate(page), chromedp.WaitReady(`input[role=switch]`),
		chromium.Leave(`document.querySelector("input[role=switch]").click()`),
		chromedp.WaitVisible(`//h1[contains(., "Connect MCP Inspector?")]`), chromedp.Click(`button[value=allow]`),
		chromedp.WaitReady(tools), chromedp.Evaluate(`document.querySelector("`+tools+`").click()`, nil),
		chromedp.WaitReady(`//*[text() = "start_server"]`),
	} {
		late, cancel := context.WithTimeout(browser, patience)
		err := chromedp.Run(late, step)
		cancel()
		if err != nil {
			var at, seen string
			_ = chromedp.Run(browser, chromedp.Location(&at), chromedp.Text("body", &seen))
			t.Fatalf("%v at %s:\n%s", err, at, seen)
		}
	}
}

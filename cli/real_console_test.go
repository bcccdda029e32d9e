//go:build real && linux

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"devservers/tests/fc"
)

// consolePages are served by Python. Line 2 of bundle.js comes from line 11 of src/cart.js, as its map says. The map of
// late.js takes longer than the other reports of its page, and that of stuck.js longer than anybody stays there.
var consolePages = map[string]string{
	"devservers.yml": `project: shop
servers:
  web: {command: /usr/bin/python3 serve.py, port: auto, browser_logs: true}
`,
	"serve.py": `import http.server, os, time


class Page(http.server.SimpleHTTPRequestHandler):
    def do_GET(self):
        time.sleep({"/late.js.map": 2, "/stuck.js.map": 90}.get(self.path, 0))
        super().do_GET()

    def end_headers(self):
        if "strict" in self.path:
            self.send_header("Content-Security-Policy", "default-src 'none'; script-src 'nonce-own'; connect-src 'none'; require-trusted-types-for 'script'")
        super().end_headers()


http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Page).serve_forever()
`,
	"index.html":  `<!doctype html><html><head><title>shop</title></head><body><script src="/bundle.js"></script></body></html>`,
	"strict.html": `<!doctype html><html><head><title>strict</title></head><body><script nonce="own">throw new Error("strict page broke")</script></body></html>`,
	"meta.html": `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="default-src 'self' 'unsafe-inline'; connect-src 'none'"></head>` +
		`<body><script>throw new Error("nobody hears this")</script></body></html>`,
	"bundle.js": `console.warn("stock is low"); fetch("/missing.json")
function pay(){throw new Error("card declined")}
setTimeout(pay, 0)
//# sourceMappingURL=bundle.js.map
`,
	"bundle.js.map": `{"version": 3, "sources": ["src/cart.js"], "mappings": "AAAA;AAUA;AACA"}`,
	"late.html":     `<!doctype html><html><head><title>late</title></head><body><script src="/late.js"></script></body></html>`,
	"late.js":       "throw new Error(\"its map comes late\")\n//# sourceMappingURL=late.js.map\n",
	"late.js.map":   `{"version": 3, "sources": ["src/basket.js"], "mappings": "AAUA"}`,
	"stuck.html":    `<!doctype html><html><head><title>stuck</title></head><body><script src="/stuck.js"></script></body></html>`,
	"stuck.js":      "throw new Error(\"its map never comes\")\n//# sourceMappingURL=stuck.js.map\n",
	"stuck.js.map":  `{}`,
}

// TestBrowsersConsoleReachesAgents opens pages with errors in Chromium, through the named URL, and asks by MCP.
func TestBrowsersConsoleReachesAgents(t *testing.T) {
	w := emptyRealWorld(t)
	if err := os.Mkdir(w.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range consolePages {
		if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w.ok(t, "trust", "--yes")
	w.ok(t, "start", "web")
	address := w.named(t, w.dir, "web")
	agent := openPipes(t, w.command(w.dir, "mcp"))
	defer agent.end()
	agent.ask(1, "initialize", greeting)
	agent.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	calls := 1
	tab := openChromium(t)
	visit := func(page string, want ...string) {
		t.Helper()
		if err := chromedp.Run(tab, chromedp.Navigate(address+page)); err != nil {
			t.Fatal(err)
		}
		var answer string
		defer func() { t.Log(answer) }()
		fc.Until(t, fmt.Sprintf("%q of %s", want, page), func() bool {
			calls++
			answer = agent.ask(calls, "tools/call", `{"name":"get_errors","arguments":{"server":"web","warnings":true}}`)
			for _, text := range want {
				if !strings.Contains(answer, text) {
					return false
				}
			}
			return true
		})
	}
	visit("/", "src/cart.js:11", "card declined", "stock is low", "GET /missing.json answered 404")
	visit("/strict.html", "strict page broke", "strict.html:1")
	visit("/late.html", "its map comes late", "src/basket.js:11")
	visit("/stuck.html")
	visit("/meta.html", "its map never comes", "stuck.js:1", "Content-Security-Policy of /meta.html says connect-src")
	w.ok(t, "stop", "--all")
}

//go:build real

package web

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"devservers/app"
	"devservers/app/record/history"
	"devservers/app/web/guard"
)

// hostilePage is what a dev server of a hostile project may show. at is the manager's origin and run a run of
// shop/lines. Each attempt ends with what it got; "nothing" is what it must get.
const hostilePage = `<!doctype html><title>hostile</title><link rel="icon" href="data:,"><p id="out"></p><script>
const at = %q, run = %q, cookie = %q, all = { credentials: "include" };
const nothing = "nothing", tries = {
	"read the API": () => fetch(at + "/api/status", all).then(r => r.text()),
	"read a page": () => fetch(at + "/", all).then(r => r.text()),
	"read past CORS": () => fetch(at + "/api/status", { ...all, mode: "no-cors" }).then(r => r.text()).then(t => t || nothing),
	"press a button by a simple request": () => fetch(at + "/p/shop/chat/start", { ...all, method: "POST", mode: "no-cors", body: "x" }).then(() => nothing),
	"press a button by JSON": () => fetch(at + "/api/projects/shop/servers/chat/start", { ...all, method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }).then(r => r.text()),
	"call a tool": () => fetch(at + "/mcp", { ...all, method: "POST", mode: "no-cors", body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }).then(() => nothing),
	"allow what an agent asked for": () => fetch(at + "/waiting/x/allow", { ...all, method: "POST", mode: "no-cors" }).then(() => nothing),
	"sign out": () => fetch(at + "/signout", { ...all, method: "POST", mode: "no-cors" }).then(() => nothing),
	"register a client": () => fetch(at + "/oauth/register", { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"redirect_uris":["http://localhost/cb"]}' }).then(r => r.text()),
	"follow the events": () => new Promise(done => { const e = new EventSource(at + "/stream", { withCredentials: true }); e.onmessage = () => done("an event"); e.onerror = () => { e.close(); done(nothing); }; }),
	"type into a terminal": () => new Promise(done => { const s = new WebSocket(at.replace("http", "ws") + "/p/shop/lines/runs/" + run + "/socket"); s.onopen = () => done("a terminal"); s.onerror = () => done(nothing); }),
	"show it in a frame": () => new Promise(done => { const f = document.createElement("iframe"); f.onload = () => { try { done(f.contentDocument && f.contentDocument.body.innerText || nothing); } catch { done(nothing); } }; f.src = at + "/"; document.body.append(f); }),
	"load it as a script": () => new Promise(done => { const s = document.createElement("script"); s.onload = () => done("a script"); s.onerror = () => done(nothing); s.src = at + "/api/status"; document.body.append(s); }),
	"load it as an image": () => new Promise(done => { const i = new Image(); i.onload = () => done("an image"); i.onerror = () => done(nothing); i.src = at + "/static/icon.svg"; }),
	"send a form": () => new Promise(done => { const f = document.createElement("form"), i = document.createElement("iframe"); i.name = "in"; i.onload = () => done(nothing); document.body.append(i);
		f.method = "post"; f.target = "in"; f.action = at + "/p/shop/chat/start"; document.body.append(f); f.submit(); }),
	"keep a window": () => new Promise(done => { const w = open(at + "/"); setTimeout(() => { try { done(w && w.document.body.innerText || nothing); } catch { done(nothing); } }, 500); }),
	"plant a cookie": () => { document.cookie = cookie + "=planted; path=/p"; document.cookie = cookie + "=planted; path=/; domain=devservers.localhost"; return nothing; },
};
(async () => {
	const got = {};
	for (const name in tries) {
		try { got[name] = await Promise.race([tries[name](), new Promise(done => setTimeout(done, 5000, nothing))]); } catch { got[name] = nothing; }
	}
	document.querySelector("#out").textContent = JSON.stringify(got);
})();
</script>`

// TestHostilePageGetsNothing has a dev server's page, under each name that a browser finds on this machine, try what a
// browser can do against a manager whose person is signed in. docs/security.md sums it up.
func TestHostilePageGetsNothing(t *testing.T) {
	m := serve(t)
	run := m.run("lines")
	b := signedIn(t, m)
	cookie := m.signIn().Name
	before, _ := m.o.History.Query(history.Query{Limit: 100})
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, hostilePage, m.origin(guard.UIHost), run, cookie)
	}))
	defer evil.Close()
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(evil.URL, "http://"))
	b.expect("") // all that its pages complain about is provoked
	for _, host := range []string{"localhost", "127.0.0.1", "devservers.localhost", "evil.devservers.localhost",
		"other.localhost"} {
		page := b.tab("/healthz")
		page.run(chromedp.Navigate("http://"+host+":"+port+"/"), chromedp.WaitReady("#out"))
		page.until(`document.querySelector("#out").textContent`)
		var got map[string]string
		if err := json.Unmarshal([]byte(page.text("#out")), &got); err != nil || len(got) < 15 {
			t.Fatalf("%s: %v %s", host, err, page.text("#out"))
		}
		for name, result := range got {
			if result != "nothing" {
				t.Errorf("a page on %s could %s: %.300s", host, name, result)
			}
		}
	}
	if after, _ := m.o.History.Query(history.Query{Limit: 100}); len(after) != len(before) {
		t.Errorf("the history has %+v", after[:len(after)-len(before)])
	}
	if st, err := m.sup.Status(app.Ref{Project: "shop", Name: "chat"}); err != nil || st.State != app.Stopped {
		t.Errorf("chat is %s: %v", st.State, err)
	}
	b.visit("/p/shop") // in spite of the planted cookies
	b.until(`document.querySelector("#main").innerText.includes("chat")`)
}

//go:build real

package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"devservers/app/web/guard"
)

// listener is the loopback address of a client that waits for its code.
func listener(t *testing.T) (address string, codes chan url.Values) {
	t.Helper()
	codes = make(chan url.Values, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/callback" {
			codes <- r.URL.Query()
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, `<!doctype html><title>done</title><link rel="icon" href="data:,"><p id="done">Back at the client`)
	}))
	t.Cleanup(server.Close)
	return server.URL + "/callback", codes
}

// asker registers a client that wants to be led back to address, and gives where it sends the browser.
func (m *manager) asker(name, address string) (id, question string) {
	m.t.Helper()
	got := m.do("POST", "/oauth/register", `{"client_name":`+quote(name)+`,"redirect_uris":["`+address+`"]}`, anonymous)
	var r guard.Registration
	if err := json.Unmarshal([]byte(got.body), &r); err != nil || r.ID == "" {
		m.t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	q := url.Values{"response_type": {"code"}, "client_id": {r.ID}, "redirect_uri": {address},
		"code_challenge":        {challengeOf(verifier)},
		"code_challenge_method": {"S256"}, "state": {"1"}}
	return r.ID, m.origin("localhost") + "/oauth/authorize?" + q.Encode()
}

func TestPersonConnectsAClientInTheBrowser(t *testing.T) {
	m := serve(t)
	address, codes := listener(t)
	const hostile = `</h1><script>alert(1)</script><img src=x onerror=alert(1)>`
	id, question := m.asker(hostile, address)
	b := newBrowser(t, m)
	b.expect("401") // the browser is not signed in yet
	b.run(chromedp.Navigate(question), chromedp.WaitReady("main"))
	if text := b.text("main"); !strings.Contains(text, "devservers open") || !strings.Contains(text, "<script>alert(1)") {
		t.Fatalf("%s", text)
	}
	var login LoginAnswer
	if err := json.Unmarshal([]byte(m.do("POST", "/api/login", "").body), &login); err != nil {
		t.Fatal(err)
	}
	// signing in leads back to the question
	b.run(chromedp.Navigate(login.URL), chromedp.WaitVisible(`button[value="allow"]`))
	if n := eval[int](b, `document.querySelectorAll("main script, main img").length`); n != 0 {
		t.Errorf("the client's name has made %d elements", n)
	}
	for _, scheme := range []string{"light", "dark"} {
		b.run(prefer(scheme))
		b.checkAccess("consent " + scheme)
	}
	b.run(chromedp.EmulateViewport(390, 844))
	if wide := eval[int](b, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the consent page is %d px wide on a phone", wide)
	}
	b.click(`button[value="allow"]`)
	b.run(chromedp.WaitVisible("#done"))
	back := <-codes
	if back.Get("state") != "1" || back.Get("iss") != m.origin("localhost") {
		t.Errorf("%v", back)
	}
	v := visitor{manager: m, id: id}
	tokens := v.tokens(v.trade("grant_type", "authorization_code", "code", back.Get("code"), "code_verifier", verifier,
		"redirect_uri", address))

	b.visit("/settings")
	b.until(`document.querySelector("#agents").parentElement.innerText.includes("onerror")`)
	b.checkAccess("settings with an agent")
	b.run(chromedp.Evaluate(`window.confirm = () => true`, nil))
	b.click(`form[action^="/settings/access/"] button`)
	b.until(`document.body.innerText.includes("No agent is connected")`)
	if got := m.do("POST", "/mcp", "{}", with(tokens.Access)); got.StatusCode != 401 {
		t.Errorf("after revoking: %d", got.StatusCode)
	}
}

func TestPersonDeniesConsent(t *testing.T) {
	m := serve(t)
	address, codes := listener(t)
	_, question := m.asker("Some Agent", address)
	b := signedIn(t, m)
	b.run(chromedp.Navigate(question), chromedp.WaitVisible(`button[value="deny"]`))
	b.click(`button[value="deny"]`)
	b.run(chromedp.WaitVisible("#done"))
	if back := <-codes; back.Get("error") != "access_denied" || back.Has("code") {
		t.Errorf("%v", back)
	}
}

// A page somewhere else that knows a client's address can show the question to the person, in a tab of its own, and no
// more.
func TestForeignPageCannotConsent(t *testing.T) {
	m := serve(t)
	address, codes := listener(t)
	_, question := m.asker("Some Agent", address)
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, `<!doctype html><title>evil</title><link rel="icon" href="data:,"><iframe id="f" src=%q></iframe>`+
			`<form id="form" method="post" target="_blank" action=%q><input name="answer" value="allow"></form><p id="there">`, question, m.origin(guard.UIHost)+"/oauth/authorize")
	}))
	defer evil.Close()
	b := signedIn(t, m)
	for _, says := range []string{"401", "404", "frame-ancestors", "X-Frame-Options", "403", "Refused to", "blocked"} {
		b.expect(says)
	}
	b.run(chromedp.Navigate(strings.Replace(evil.URL, "127.0.0.1", "devservers.localhost", 1)),
		chromedp.WaitReady("#there"))
	b.run(chromedp.Evaluate(`document.querySelector("#form").target = ""; document.querySelector("#form").submit()`, nil))
	b.until(`!document.querySelector("#there") && document.body?.innerText`) // the next page may have no text yet
	if text := b.text("body"); !strings.Contains(text, "forbidden_origin") {
		t.Errorf("%s", text)
	}
	if len(codes) != 0 || len(m.o.Access.List()) != 0 {
		t.Error("it got something")
	}
}

package web

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/web/guard"
)

// TestAgentsChangeWaitsForAClick: a variable that nobody declares takes a person in the browser.
func TestAgentsChangeWaitsForAClick(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := m.signIn()
	const patches = "/api/projects/shop/servers/web/patches"
	asAgent := header(guard.ActorHeader, "mcp")
	got := m.do("POST", patches, `{"set_env":{"UNKNOWN":"<b>1"},"reason":"<i>why"}`, asAgent,
		header(guard.ClientHeader, "some agent"))
	if p := got.problem(t); p.Code != "needs_human" || !strings.Contains(p.Hint, "/waiting") {
		t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	page := m.do("GET", "/waiting", "", cookie(c), m.onUI)
	allow := regexp.MustCompile(`action="(/waiting/\w+/allow)"`).FindStringSubmatch(page.body)
	if allow == nil || !strings.Contains(page.body, "+UNKNOWN=&lt;b&gt;1") ||
		!strings.Contains(page.body, "&lt;i&gt;why") || !strings.Contains(page.body, "some agent") {
		t.Fatalf("%d %s", page.StatusCode, page.body)
	}
	if home := m.do("GET", "/", "", cookie(c), m.onUI); !strings.Contains(home.body, "wants to change the environment") {
		t.Error("the main page does not say that something waits")
	}
	if got := m.do("POST", allow[1], "", asAgent); got.StatusCode != 403 {
		t.Errorf("the agent itself: %d %s", got.StatusCode, got.body)
	}
	if got := m.do("POST", allow[1], "", cookie(c), m.onUI,
		header("Origin", m.origin(guard.UIHost))); got.StatusCode != 303 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	if got := m.do("GET", patches, ""); !strings.Contains(got.body, "UNKNOWN") ||
		!strings.Contains(got.body, "some agent") {
		t.Errorf("%s", got.body)
	}
	if got := m.do("POST", allow[1], "", cookie(c), m.onUI,
		header("Origin", m.origin(guard.UIHost))); got.StatusCode != 404 {
		t.Errorf("again: %d", got.StatusCode)
	}
}

// TestProposedFileIsWrittenByAClick: a person sees what a proposed devservers.yml runs, and one click writes and trusts it.
func TestProposedFileIsWrittenByAClick(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := m.signIn()
	shop, err := m.sup.Project("shop")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(filepath.Dir(shop.Path), "fresh")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	agent := app.Actor{Kind: app.ActorMCP, Client: "<b>agent"}
	content := "project: fresh\nservers:\n  web: {command: make '<serve>'}\n"
	_, err = m.o.Permits.Propose(dir, content, "<i>why", agent)
	var asked *app.Error
	if !errors.As(err, &asked) || asked.Permit == "" {
		t.Fatal(err)
	}
	at := "/waiting/" + asked.Permit
	page := m.do("GET", at, "", cookie(c), m.onUI)
	for _, want := range []string{"&lt;serve&gt;", "&lt;i&gt;why", "&lt;b&gt;agent", "Write and trust this file",
		"finds no server in this directory", dir} {
		if !strings.Contains(page.body, want) {
			t.Errorf("%q is missing in %s", want, page.body)
		}
	}
	if home := m.do("GET", "/", "", cookie(c), m.onUI); !strings.Contains(home.body, "proposes a devservers.yml for") {
		t.Error("the main page does not say that something waits")
	}
	if got := m.do("POST", at+"/allow", "", header(guard.ActorHeader, "mcp")); got.StatusCode != 403 {
		t.Errorf("the agent itself: %d %s", got.StatusCode, got.body)
	}
	got := m.do("POST", at+"/allow", "", cookie(c), m.onUI, header("Origin", m.origin(guard.UIHost)))
	if got.StatusCode != 303 || got.Header.Get("Location") != "/p/fresh" {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	written, _ := os.ReadFile(dir + "/devservers.yml")
	if v, err := m.sup.Project("fresh"); err != nil || v.Trust != "trusted" || string(written) != content {
		t.Errorf("%v %s %s", err, v.Trust, written)
	}
	if got := m.do("GET", at, "", cookie(c), m.onUI); got.StatusCode != 404 {
		t.Errorf("again: %d", got.StatusCode)
	}
}

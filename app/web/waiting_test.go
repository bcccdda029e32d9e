package web

import (
	"regexp"
	"strings"
	"testing"

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

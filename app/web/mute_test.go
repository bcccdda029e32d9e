package web

import (
	"html"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/web/guard"
)

// TestErrorsShowTheirCodeAndCanBeMuted: the tab of errors has the code around an error's place with its line marked. A
// muted error is listed but not counted, also by the next manager's book, until it is unmuted.
func TestErrorsShowTheirCodeAndCanBeMuted(t *testing.T) {
	t.Parallel()
	m, _ := printing(t)
	project, err := m.sup.Project("shop")
	if err != nil {
		t.Fatal(err)
	}
	ref := app.Ref{Project: "shop", Name: "records"}
	cookies := m.signIn()
	text, err := os.ReadFile(project.Path + "/devservers.yml")
	if err != nil {
		t.Fatal(err)
	}
	third := strings.TrimSpace(strings.Split(string(text), "\n")[2])
	panel := func() string { return m.do("GET", "/p/shop/records?tab=errors", "").body }
	blamed := regexp.MustCompile(`(?s)<span class="c blamed">.*?</span> (.*?)</span>`).FindAllStringSubmatch(panel(), -1)
	if len(blamed) == 0 || strings.TrimSpace(html.UnescapeString(blamed[len(blamed)-1][1])) != third {
		t.Errorf("the line %q is not marked: %q", third, blamed)
	}
	errors := func() (n int) {
		st, err := m.sup.Status(ref)
		if err != nil {
			t.Fatal(err)
		}
		return st.Errors
	}
	for range m.sup.Changes(t.Context()) {
		if errors() > 0 { // its lines are read
			break
		}
	}
	before := errors()
	button := regexp.MustCompile(`formaction="(/p/shop/records/mute)"[^>]*value="(\w+)"`).FindStringSubmatch(panel())
	if button == nil || before == 0 {
		t.Fatalf("%d errors, and no button: %s", before, panel())
	}
	press := func(path string) {
		got := m.do("POST", path, url.Values{"error": {button[2]}}.Encode(), cookie(cookies), m.onUI,
			header("Origin", m.origin(guard.UIHost)), header("Content-Type", "application/x-www-form-urlencoded"))
		if got.StatusCode != 303 {
			t.Fatalf("%s: %d %s", path, got.StatusCode, got.body)
		}
	}
	if press(button[1]); errors() != before-1 {
		t.Errorf("%d errors are counted, %d before", errors(), before)
	}
	if text := texts(panel()); !strings.Contains(text, "listed, but not counted") || !strings.Contains(text, "Unmute") {
		t.Errorf("the muted error is not listed: %s", text)
	}
	if press("/p/shop/records/unmute"); errors() != before {
		t.Errorf("%d errors are counted, %d before", errors(), before)
	}
}

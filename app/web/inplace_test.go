package web

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/app/web/guard"
)

// clicker posts forms of the pages as a signed-in person.
type clicker struct {
	*manager
	session *http.Cookie
}

func (c clicker) click(path string, fields ...string) reply {
	c.t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return c.do("POST", path, form.Encode(), cookie(c.session), c.onUI, header("Origin", c.origin(guard.UIHost)),
		header("Content-Type", "application/x-www-form-urlencoded"))
}

// TestPageSetsVariables sets and removes a variable of a server with the form of its page.
func TestPageSetsVariables(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := clicker{m, m.signIn()}
	ref := app.Ref{Project: "shop", Name: "web"}
	patches := func() []app.Patch {
		st, err := m.sup.Status(ref)
		if err != nil {
			t.Fatal(err)
		}
		return st.Overlay
	}
	if got := c.click("/p/shop/web/set-env", "name", "DEBUG", "value", "a b", "do", "set"); got.StatusCode != 303 {
		t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	if list := patches(); len(list) != 1 || list[0].New == nil || *list[0].New != "a b" {
		t.Errorf("%+v", list)
	}
	c.click("/p/shop/web/set-env", "name", "DEBUG", "value", "", "do", "unset")
	if list := patches(); len(list) != 1 || list[0].New != nil {
		t.Errorf("%+v", list)
	}
	if got := c.click("/p/shop/web/set-env", "name", "1 WRONG", "value", "x", "do", "set"); got.StatusCode != 400 &&
		got.StatusCode != 422 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

// TestPageRunsTasksWithArguments runs a task with the arguments of its form, which are read as in a shell.
func TestPageRunsTasksWithArguments(t *testing.T) {
	t.Parallel()
	m := serve(t)
	m.home.Project("shop",
		strings.Replace(shopFile, "{command: FC lines 3000}", "{command: FC lines 3, arguments: true}", 1))
	c := clicker{m, m.signIn()}
	if got := c.click("/p/shop/lines/run", "arguments", `--only 'two words'`); got.StatusCode != 303 {
		t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	m.waitFor(tasks+"lines", "exit")
	var runs []app.RunInfo
	m.get(tasks+"lines/runs", &runs)
	if len(runs) != 1 || !slices.Equal(runs[0].Arguments, []string{"--only", "two words"}) {
		t.Errorf("%+v", runs)
	}
	if got := c.click("/p/shop/lines/run", "arguments", "a | b"); got.StatusCode != 400 {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
}

// TestPageAddsProjects registers a project by its directory, and leads to the review.
func TestPageAddsProjects(t *testing.T) {
	t.Parallel()
	m := serve(t)
	c := clicker{m, m.signIn()}
	dir := filepath.Join(m.home.Dirs.Home, "blog")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := []byte("project: blog\nservers:\n  web: {command: node x.js}\n")
	if err := os.WriteFile(filepath.Join(dir, "devservers.yml"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	got := c.click("/settings/projects", "path", "~/blog")
	if got.StatusCode != 303 || got.Header.Get("Location") != "/p/blog/trust" {
		t.Errorf("%d %s %s", got.StatusCode, got.Header.Get("Location"), got.body)
	}
	for _, path := range []string{"blog", "", "~/nothing"} {
		if got := c.click("/settings/projects", "path", path); got.StatusCode < 400 || got.StatusCode > 499 {
			t.Errorf("%q: %d %s", path, got.StatusCode, got.body)
		}
	}
}

// TestPageSetsSettings writes settings into config.yml. The theme is that of the next page.
func TestPageSetsSettings(t *testing.T) {
	t.Parallel()
	global, err := settings.Open(filepath.Join(t.TempDir(), "config.yml"))
	if err != nil {
		t.Fatal(err)
	}
	m := serve(t, func(o *Options) { o.Settings = global })
	c := clicker{m, m.signIn()}
	for _, s := range [][2]string{{"theme", "dark"}, {"idle_timeout", "30"}, {"editor", "zed"}} {
		if got := c.click("/settings/set", "key", s[0], "value", s[1]); got.StatusCode != 303 {
			t.Errorf("%v: %d %s", s, got.StatusCode, got.body)
		}
	}
	if now := global.Settings(); now.Theme != "dark" || now.IdleTimeout.Minutes() != 30 || now.Editor != "zed" {
		t.Errorf("%+v", now)
	}
	page := m.do("GET", "/settings", "", cookie(c.session), m.onUI).body
	if !strings.Contains(page, `data-theme="dark"`) || !strings.Contains(page, `<option value="30" selected>`) {
		t.Errorf("the page does not show them")
	}
	for _, s := range [][2]string{{"theme", "pink"}, {"roots", "/"}, {"port", "1"}} {
		if got := c.click("/settings/set", "key", s[0], "value", s[1]); got.StatusCode != 400 {
			t.Errorf("%v: %d %s", s, got.StatusCode, got.body)
		}
	}
}

package mcp_test

import (
	"strings"
	"testing"
)

// TestEmptyCallsSeeAllProjects: a caller without a directory that has named nothing gets what there is of all projects,
// and only links that exist.
func TestEmptyCallsSeeAllProjects(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	w.project("blog", shop)
	other := w.agentNamed("other")
	other.ok("start_server", given{"server": "shop/web"})
	other.ok("start_server", given{"server": "blog/web"})
	for _, tool := range []string{"get_server_logs", "diagnose", "get_errors", "get_runs", "check_edit", "list_projects"} {
		a := w.agentNamed("new " + tool) // that has named nothing
		r := a.ok(tool, nil)
		for line := range strings.Lines(r.text) {
			if _, link, ok := strings.Cut(line, "viewer_url: "); ok {
				path := strings.TrimPrefix(strings.TrimSpace(link), w.url())
				if got := w.do("GET", path, "", header("Authorization", "Bearer "+token)); got.StatusCode == 404 {
					t.Errorf("%s links to %s", tool, link)
				}
			}
		}
		switch tool {
		case "get_server_logs":
			r.says("shop/web", "blog/web", "listening on")
		case "diagnose":
			r.says("shop/web is ready", "blog/web is ready")
		}
	}
}

// TestNamesAreReadAsTheyAreMeant: models write them in many ways.
func TestNamesAreReadAsTheyAreMeant(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dir := w.project("shop", shop)
	w.project("blog", shop)
	a := w.agentNamed("one")
	for _, name := range []any{"shop/web", " shop/web ", `"shop/web"`, "`shop/web`", "shop/web/", "SHOP/WEB", "shop:web",
		"shop web", "shop.web", []string{"shop/web"}, dir + "/web"} {
		a.ok("diagnose", given{"server": name}).says("server: shop/web")
	}
	a.ok("diagnose", given{"server": "shop:web"}).says("shop:web", "was taken for shop/web")
	for _, name := range []string{"shop/*", "shop/", dir, dir + "/", "Shop", "."} {
		a.ok("diagnose", given{"server": name}).says("project: shop")
	}
	a.call("diagnose", given{"server": "shopweb2"}).says("not_found", "web")
	if r := w.agentNamed("two").call("stop_server", given{"server": "we-b"}); !r.failed { // of two projects
		t.Error(r.text)
	}
}

// TestRefusalsAreFree: neither they nor changes that change nothing count as changes.
func TestRefusalsAreFree(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agentNamed("one")
	a.ok("start_server", given{"server": "web"})
	for range 20 {
		a.call("start_server", given{"server": "nosuch"}).says("not_found")
		a.ok("start_server", given{"server": "web"}).says("changed: false")
	}
	a.ok("stop_server", given{"server": "web"})
}

// TestNoPortIsNoName: a server without a port is not meant by 0, nor is another by an address that nobody has.
func TestNoPortIsNoName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.project("shop", shop)
	a := w.agentNamed("one")
	a.call("start_server", given{"server": "0"}).says("not_found")
	a.call("start_server", given{"server": "http://localhost:1"}).says("no server has the address")
}

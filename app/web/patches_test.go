package web

import (
	"net/http"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/access"
)

func TestPatches(t *testing.T) {
	t.Parallel()
	m := serve(t)
	const at = "/api/projects/shop/servers/chat/patches"
	r := m.do("POST", at, `{"set_env": {"DEBUG": "1", "API_KEY": "very-hidden"}, "reason": "look closer"}`)
	if r.StatusCode != http.StatusOK || strings.Contains(r.body, "very-hidden") || !strings.Contains(r.body, `+DEBUG=1`) {
		t.Fatalf("%d %s", r.StatusCode, r.body)
	}
	if r := m.do("POST", at, `{"set_env": {"DEBUG": "1"}}`); r.StatusCode != http.StatusBadRequest ||
		!strings.Contains(r.body, "reason") {
		t.Errorf("%d %s", r.StatusCode, r.body)
	}
	if r := m.do("GET", "/api/projects/shop/patches", ""); !strings.Contains(r.body, "env.API_KEY") ||
		strings.Contains(r.body, "very-hidden") {
		t.Errorf("%d %s", r.StatusCode, r.body)
	}
	o, err := access.Patches(m.sup, app.Ref{Project: "shop", Name: "chat"})
	if err != nil || len(o.Patches) != 2 {
		t.Fatalf("%+v %v", o, err)
	}
	if r := m.do("DELETE", at+"/"+o.Patches[0].ID, ""); r.StatusCode != http.StatusOK {
		t.Errorf("%d %s", r.StatusCode, r.body)
	}
	if r := m.do("DELETE", at+"/nothing", ""); r.StatusCode != http.StatusNotFound {
		t.Errorf("%d %s", r.StatusCode, r.body)
	}
	if r := m.do("DELETE", "/api/projects/shop/patches", ""); r.StatusCode != http.StatusOK ||
		!strings.Contains(r.body, `"patches":[]`) {
		t.Errorf("%d %s", r.StatusCode, r.body)
	}
}

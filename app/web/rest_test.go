package web

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/views"
)

// crowded adds projects to a manager until those at rest take a line each.
func crowded(t *testing.T, m *manager) {
	t.Helper()
	shop, err := m.sup.Project("shop")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 25 {
		dir := filepath.Join(filepath.Dir(shop.Path), fmt.Sprintf("rest-%d", i))
		err := os.Mkdir(dir, 0o700)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "devservers.yml"),
				fmt.Appendf(nil, "project: rest-%d\nservers: {a: {command: x}, b: {command: x}}\n", i), 0o600)
		}
		if err == nil {
			_, _, err = m.sup.Register(dir)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestProjectsAtRestTakeALine(t *testing.T) {
	t.Parallel()
	m := serve(t)
	crowded(t, m)
	a := views.RowID(app.Ref{Project: "rest-7", Name: "a"})
	if page := m.do("GET", "/", "").body; strings.Contains(page, a) ||
		!strings.Contains(page, `data-group="rest-7" data-rest="a b"`) {
		t.Error("rest-7 isn't one line")
	}
	if page := m.do("GET", "/?server=rest-7/b", "").body; !strings.Contains(page, a) {
		t.Error("the project of the open server has no rows")
	}
	if part := m.do("GET", "/groups?project=rest-7", "").body; !strings.Contains(part, a) ||
		strings.Contains(part, "rest-8") {
		t.Errorf("its servers are %s", part)
	}
	closed, unfolded := m.listenTo("/stream?on=rows", ""), m.listenTo("/stream?on=rows&unfolded=rest-7", "")
	nextEvent(t, closed, `data-group="rest-7" data-rest="a b"`)
	nextEvent(t, unfolded, a)
	if _, err := m.sup.Pin(app.Ref{Project: "rest-7", Name: "a"}, true, app.Actor{Kind: app.ActorCLI}); err != nil {
		t.Fatal(err)
	}
	nextEvent(t, closed, a, "pinned")
	nextEvent(t, unfolded, a, "pinned")
}

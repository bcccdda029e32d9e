package web

import (
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/reading/edits"
)

func TestRunsOfAProject(t *testing.T) {
	t.Parallel()
	m := serve(t)
	first := m.run("paint")
	web := m.ask(servers+"web/start", "{}").Run
	last := m.run("paint")
	for path, want := range map[string]string{
		"runs": last + " " + web + " " + first, "runs?server=web": web, "runs?server=web,paint": last + " " + web + " " +
			first, "runs?server=bad": "",
	} {
		got, ids := []app.RunInfo{}, []string{}
		for m.get("/api/projects/shop/"+path, &got); len(got) > 0; got = got[1:] {
			ids = append(ids, got[0].ID)
		}
		if s := strings.Join(ids, " "); s != want {
			t.Errorf("%s: %s, want %s", path, s, want)
		}
	}
	if got := m.do("GET", "/api/projects/shop/runs?server=bad", "").body; got != "[]\n" && got != "[]" {
		t.Errorf("without a run: %q", got)
	}
}

func TestErrorsOfAProject(t *testing.T) {
	t.Parallel()
	m := serve(t)
	run := m.run("paint")
	for path, want := range map[string]string{"errors?server=web,paint": "shop/web:0 shop/paint:1",
		"errors?server=paint&since=1h": "shop/paint:1", "errors?server=paint&run=" + run: "shop/paint:1"} {
		var pages []edits.ErrorPage
		m.get("/api/projects/shop/"+path, &pages)
		if got := counts(pages); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	var project app.ProjectView
	var pages []edits.ErrorPage
	m.get("/api/projects/shop", &project)
	m.get("/api/projects/shop/errors", &pages)
	for i, st := range project.Members() {
		if i >= len(pages) || pages[i].Server != st.Ref().String() {
			t.Errorf("%s is not in its place: %s", st.Ref(), counts(pages))
		}
	}
	if got := counts(pages); strings.Count(got, ":1") != 1 {
		t.Error(got)
	}
	for _, path := range []string{"errors", "runs"} {
		if got := m.do("GET", "/api/projects/shop/"+path+"?server=web,nosuch", ""); got.StatusCode != 404 ||
			!strings.Contains(got.body, "nosuch") {
			t.Errorf("%s of an unknown server: %d %s", path, got.StatusCode, got.body)
		}
	}
}

// counts returns how many errors each server has.
func counts(pages []edits.ErrorPage) string {
	var list []string
	for _, p := range pages {
		list = append(list, p.Server+":"+string(rune('0'+len(p.Errors))))
	}
	return strings.Join(list, " ")
}

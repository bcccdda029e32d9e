package supervisor_test

import (
	"slices"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
)

func TestResolve(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, dir := range []string{"shop", "blog"} {
		w.mkdir(dir)
	}
	shop := w.Project("shop", "servers:\n  web: {command: FC echo}\n  api: {command: FC echo}\ntasks:\n"+
		"  migrate: {command: FC echo}\n")
	blog := w.Project("blog", "servers:\n  web: {command: FC echo}\n  blog: {command: FC echo}\n")
	dir := w.Dirs.Home + "/shop"
	for _, c := range []struct {
		text, near string
		want       app.Ref
	}{
		{"web", shop, app.Ref{Project: shop, Name: "web"}},
		{"web", dir + "/src", app.Ref{Project: shop, Name: "web"}},
		{"web", blog, app.Ref{Project: blog, Name: "web"}},
		{"api", "", app.Ref{Project: shop, Name: "api"}},
		{"api", blog, app.Ref{Project: shop, Name: "api"}},
		{"migrate", shop, app.Ref{Project: shop, Name: "migrate"}},
		{"shop", blog, app.Ref{Project: shop}},
		{"blog", shop, app.Ref{Project: blog}},
		{"blog", blog, app.Ref{Project: blog, Name: "blog"}}, // the server of the caller's own project
		{"blog/web", shop, app.Ref{Project: blog, Name: "web"}},
		{dir, blog, app.Ref{Project: shop}},
		{dir + "/", blog, app.Ref{Project: shop}},
		{dir + "/src/deep", "", app.Ref{Project: shop}},
		{dir + "/web", blog, app.Ref{Project: shop, Name: "web"}},
	} {
		if got, err := w.Sup.Files.Resolve(c.text, c.near); err != nil || got != c.want {
			t.Errorf("%q near %q: %v, %v; want %v", c.text, c.near, got, err, c.want)
		}
	}
}

func TestResolveNamesAlternatives(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, dir := range []string{"shop", "blog"} {
		w.mkdir(dir)
	}
	shop := w.Project("shop", "servers:\n  web: {command: FC echo}\n  api: {command: FC echo}\n")
	w.Project("blog", "servers:\n  web: {command: FC echo}\n  apx: {command: FC echo}\n")
	for _, c := range []struct {
		text, near string
		code       app.Code
		hint       string
	}{
		{"web", "", app.CodeInvalid, "blog/web or shop/web"},
		{"apy", shop, app.CodeNotFound, "did you mean api or blog/apx?"},
		{"shop/wed", "", app.CodeNotFound, "did you mean web?"},
		{"nothing/web", "", app.CodeNotFound, "devservers register"},
		{"", shop, app.CodeInvalid, "name a server"},
		{"/elsewhere", shop, app.CodeNotFound, "devservers register"},
	} {
		_, err := w.Sup.Files.Resolve(c.text, c.near)
		if e := apptest.Failure(t, err, c.code); !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%q near %q: %s; hint %q, want %q", c.text, c.near, e.Detail, e.Hint, c.hint)
		}
	}
	_, err := w.Sup.Files.Resolve("apy", shop)
	if e := apptest.Failure(t, err, app.CodeNotFound); !slices.Equal(e.Choices[:2], []string{"api", "blog/apx"}) {
		t.Errorf("choices %v, want this project's first", e.Choices)
	}
}

package app

import (
	"slices"
	"strings"
	"testing"
)

func TestResolve(t *testing.T) {
	w := newWorld(t)
	for _, dir := range []string{"shop", "blog"} {
		w.mkdir(dir)
	}
	shop := w.project("shop", "servers:\n  web: {command: FC echo}\n  api: {command: FC echo}\ntasks:\n  migrate: {command: FC echo}\n")
	blog := w.project("blog", "servers:\n  web: {command: FC echo}\n  blog: {command: FC echo}\n")
	dir := w.dirs.Home + "/shop"
	for _, c := range []struct {
		text, near string
		want       Ref
	}{
		{"web", shop, Ref{shop, "web"}},
		{"web", dir + "/src", Ref{shop, "web"}},
		{"web", blog, Ref{blog, "web"}},
		{"api", "", Ref{shop, "api"}},
		{"api", blog, Ref{shop, "api"}},
		{"migrate", shop, Ref{shop, "migrate"}},
		{"shop", blog, Ref{Project: shop}},
		{"blog", shop, Ref{Project: blog}},
		{"blog", blog, Ref{blog, "blog"}}, // the server of the caller's own project
		{"blog/web", shop, Ref{blog, "web"}},
		{dir, blog, Ref{Project: shop}},
		{dir + "/", blog, Ref{Project: shop}},
		{dir + "/src/deep", "", Ref{Project: shop}},
		{dir + "/web", blog, Ref{shop, "web"}},
	} {
		if got, err := w.sup.Resolve(c.text, c.near); err != nil || got != c.want {
			t.Errorf("%q near %q: %v, %v; want %v", c.text, c.near, got, err, c.want)
		}
	}
}

func TestResolveSaysWhatElseIsMeant(t *testing.T) {
	w := newWorld(t)
	for _, dir := range []string{"shop", "blog"} {
		w.mkdir(dir)
	}
	shop := w.project("shop", "servers:\n  web: {command: FC echo}\n  api: {command: FC echo}\n")
	w.project("blog", "servers:\n  web: {command: FC echo}\n  apx: {command: FC echo}\n")
	for _, c := range []struct {
		text, near string
		code       Code
		hint       string
	}{
		{"web", "", CodeInvalid, "blog/web or shop/web"},
		{"apy", shop, CodeNotFound, "did you mean api or blog/apx?"},
		{"shop/wed", "", CodeNotFound, "did you mean web?"},
		{"nothing/web", "", CodeNotFound, "devservers register"},
		{"", shop, CodeInvalid, "name a server"},
		{"/elsewhere", shop, CodeNotFound, "devservers register"},
	} {
		_, err := w.sup.Resolve(c.text, c.near)
		if e := failure(t, err, c.code); !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%q near %q: %s; hint %q, want %q", c.text, c.near, e.Detail, e.Hint, c.hint)
		}
	}
	_, err := w.sup.Resolve("apy", shop)
	if e := failure(t, err, CodeNotFound); !slices.Equal(e.Choices[:2], []string{"api", "blog/apx"}) {
		t.Errorf("choices %v, want this project's first", e.Choices)
	}
}

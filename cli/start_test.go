package cli

import (
	"strings"
	"testing"

	"devservers/app"
	"devservers/cli/view"
)

func TestAutomatic(t *testing.T) {
	t.Parallel()
	marked := []app.Status{{Project: "shop", Name: "web", Declaration: app.Declaration{Autostart: true}},
		{Project: "shop", Name: "redis"}}
	unmarked := []app.Status{{Project: "blog", Name: "web"}, {Project: "blog", Name: "hugo"}}
	for _, c := range []struct {
		servers []app.Status
		all     bool
		want    string
	}{
		{marked, false, "shop/web"},
		{marked, true, "shop/web shop/redis"},
		{unmarked, false, "blog/web blog/hugo"},
	} {
		if got := strings.Join(view.Refs(automatic(c.servers, c.all)), " "); got != c.want {
			t.Errorf("starts %s, want %s", got, c.want)
		}
	}
}

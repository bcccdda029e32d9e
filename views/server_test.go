package views

import (
	"testing"

	"devservers/app"
)

func TestServersNamedLikePagesHaveAPage(t *testing.T) {
	for name, want := range map[string]string{"web": "/p/shop/web", "logs": "/p/shop/logs/page",
		"trust": "/p/shop/trust/page"} {
		if got := (ServerView{Status: app.Status{Project: "shop", Name: name}}).title(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

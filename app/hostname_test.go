package app

import (
	"strings"
	"testing"
)

func TestHostNames(t *testing.T) {
	t.Parallel()
	for ref, want := range map[Ref]string{
		{Project: "shop", Name: "web"}:                  "web.shop.localhost",
		{Project: "My_Shop.v2", Name: "API"}:            "api.my-shop-v2.localhost",
		{Project: "shop@feature/x", Name: "web"}:        "web.shop--feature-x.localhost",
		{Project: "devservers", Name: "web"}:            "",
		{Project: "DevServers", Name: "web"}:            "",
		{Project: "devservers@main", Name: "web"}:       "web.devservers--main.localhost",
		{Project: "shop", Name: "..."}:                  "",
		{Project: strings.Repeat("a", 64), Name: "web"}: "",
	} {
		if got := HostName(ref); got != want {
			t.Errorf("%s: %q, want %q", ref, got, want)
		}
	}
}

package view

import (
	"strings"
	"testing"
	"time"

	"devservers/app"
)

func TestExitText(t *testing.T) {
	t.Parallel()
	code := 3
	for want, exit := range map[string]*app.Exit{
		"":                   nil,
		"exited with code 3": {Code: &code},
		"stopped: it used more memory than its limit": {Signal: "KILL", Cause: app.CauseMemory},
		"stopped":                             {Signal: "TERM", Cause: app.CauseAsked},
		"could not be executed: no such file": {Error: "no such\nfile"},
		"stopped: its holder was killed":      {Cause: app.CauseHolder},
	} {
		if got := ExitText(exit); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestNamedURLsAreShownWhereTheyFit(t *testing.T) {
	t.Parallel()
	all := []app.Status{{Project: "shop", Name: "web", State: app.Ready,
		Location: app.Location{URL: "http://localhost:5173", NamedURL: "http://web.shop.localhost:7912"}}}
	for _, c := range []struct {
		width        int
		shown, other string
	}{{80, all[0].NamedURL, all[0].URL}, {44, all[0].URL, all[0].NamedURL}} {
		v := View{Width: c.width, Now: time.Now}
		for _, text := range []string{v.Project(app.ProjectView{ID: "shop", Servers: all}),
			strings.Join(Live{v, all, app.Ref{}, func(app.Ref) string { return "" }}.Lines(), "\n")} {
			if !strings.Contains(text, c.shown) || strings.Contains(text, c.other) {
				t.Errorf("at %d columns:\n%s", c.width, text)
			}
		}
	}
}

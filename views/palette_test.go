package views

import (
	"strings"
	"testing"
	"time"

	"devservers/app"
)

func paletteOf(typed string) []paletteGroup {
	now := time.Now()
	server := func(name string, state app.State, ago time.Duration) app.Status {
		return app.Status{Project: "shop", Name: name, State: state, Since: now.Add(-ago)}
	}
	return paletteGroups([]app.ProjectView{{ID: "shop", Servers: []app.Status{server("web", app.Ready, time.Hour),
		server("worker", app.Failing, time.Minute), server("api", app.Ready, time.Second)},
		Tasks: []app.Status{{Project: "shop", Name: "migrate", Kind: "task"}}}}, typed)
}

func TestPaletteFindsWhatIsMeant(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"worker": "shop/worker", "logs wor": "logs shop/worker", "wrker": "shop/worker", "wokrer": "shop/worker",
		"web stop": "stop shop/web", "migrate": "shop/migrate", "set": "Settings", "dark": "theme: dark",
		"restart failed": "restart failed, try again ", "why": "why shop/worker", "forget": "forget shop",
		"copy wor": "copy errors of shop/worker for an agent", "env api": "environment shop/api",
	} {
		groups := paletteOf(typed)
		if len(groups) != 1 || groups[0].list[0].word != want {
			t.Errorf("%s: %+v", typed, groups)
		}
	}
	if groups := paletteOf("zzzz"); len(groups) != 0 {
		t.Errorf("%+v", groups)
	}
}

func TestEmptyPaletteBeginsWithTrouble(t *testing.T) {
	t.Parallel()
	groups := paletteOf("")
	if groups[0].title != "In trouble" || groups[0].list[0].word != "shop/worker" ||
		groups[1].title != "Recent" || groups[1].list[0].word != "shop/api" || groups[2].title != "Pages" {
		t.Errorf("%+v", groups)
	}
}

func TestPaletteActsByPostOnly(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	projects := []app.ProjectView{{ID: "shop", Servers: []app.Status{{Project: "shop", Name: "web", State: app.Ready}}}}
	if err := Choices(projects, "shop web").Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	posts := 0
	for tag := range strings.SplitSeq(page.String(), "<div ") {
		post := strings.Contains(tag, "hx-post=")
		if post == strings.Contains(tag, "data-path=") && strings.Contains(tag, "role=\"option\"") {
			t.Error(tag)
		}
		if post {
			posts++
		}
	}
	if posts == 0 || strings.Contains(page.String(), " else ") {
		t.Error(page.String())
	}
}

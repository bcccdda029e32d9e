package cli

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app"
	"devservers/app/config"
)

func sampleScope() scope {
	server := func(project, name string, auto bool) app.Status {
		return app.Status{Project: project, Name: name, Kind: config.KindServer, Autostart: auto}
	}
	return scope{current: "shop", projects: []app.ProjectView{
		{ID: "shop", Name: "shop", Path: "/h/shop",
			Servers: []app.Status{server("shop", "web", true), server("shop", "redis", false)},
			Tasks:   []app.Status{{Project: "shop", Name: "migrate", Kind: config.KindTask}}},
		{ID: "blog", Name: "blog", Path: "/h/blog", Servers: []app.Status{server("blog", "web", false), server("blog", "hugo", false)}},
	}}
}

func TestANameMeansWhatIsNearest(t *testing.T) {
	for name, want := range map[string]string{
		"web":          "shop/web", // this directory's project comes first
		"migrate":      "shop/migrate",
		"hugo":         "blog/hugo",
		"blog":         "blog/web blog/hugo",
		"blog/web":     "blog/web",
		"shop/migrate": "shop/migrate",
	} {
		found, err := sampleScope().find(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := strings.Join(refs(found), " "); got != want {
			t.Errorf("%s means %s, want %s", name, got, want)
		}
	}
}

func TestAnUnknownNameIsAnsweredWithTheNearest(t *testing.T) {
	for name, hint := range map[string]string{
		"wbe":      "did you mean web or blog/web?",
		"blog/hug": "did you mean blog/hugo?",
		"shopp":    "did you mean shop?",
	} {
		_, err := sampleScope().find(name)
		var failure *app.Error
		if !errors.As(err, &failure) || failure.Code != app.CodeNotFound || exitCode(err) != exitUsage {
			t.Fatalf("%s: %v", name, err)
		}
		if failure.Hint != hint {
			t.Errorf("%s: hint %q, want %q", name, failure.Hint, hint)
		}
	}
}

func TestANameThatSeveralProjectsHaveIsNotGuessed(t *testing.T) {
	s := sampleScope()
	s.current = ""
	_, err := s.find("web")
	var failure *app.Error
	if !errors.As(err, &failure) {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"shop/web", "blog/web"}, failure.Choices); diff != "" {
		t.Error(diff)
	}
}

func TestAProjectStartsWhatIsMarkedOrElseAll(t *testing.T) {
	s := sampleScope()
	for name, want := range map[string]string{"shop": "shop/web", "blog": "blog/web blog/hugo", "web": "web"} {
		if got := strings.Join(s.expand(startOptions{}, []string{name}), " "); got != want {
			t.Errorf("start %s starts %s, want %s", name, got, want)
		}
	}
	if got := s.expand(startOptions{all: true}, []string{"shop"}); len(got) != 2 {
		t.Errorf("start --all shop starts %v", got)
	}
}

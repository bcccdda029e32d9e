package settings

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A setting that stands beside settings: has no effect, and is said to belong under it.
func TestMisplacedSettingHint(t *testing.T) {
	g, _ := openGlobal(t, "hooks: {ready: say hello}\n")
	if w := g.Warnings(); len(w) != 1 || w[0].Key != "hooks" || w[0].Hint != "write it under settings:" {
		t.Errorf("%v", w)
	}
}

func TestReadNotifyAndHooks(t *testing.T) {
	g, _ := openGlobal(t, `settings:
  notify: {desktop: true}
  hooks:
    ready: open $DEVSERVERS_URL
    exit:
      - say "it is over"
      - {command: mail me, project: shop, server: web}
    error:
`)
	s := g.Settings()
	if !s.Notify.Crash || !s.Notify.Error || g.Problem() != nil {
		t.Errorf("%+v, %v", s.Notify, g.Problem())
	}
	var got []string
	for _, h := range s.Hooks {
		got = append(got, strings.Join([]string{h.On, h.Command.Source, h.Project, h.Server}, "|"))
	}
	if d := cmp.Diff([]string{"ready|open $DEVSERVERS_URL||", `exit|say "it is over"||`, "exit|mail me|shop|web"},
		got); d != "" {
		t.Error(d)
	}
	for text, want := range map[string]Notify{"[crash]": {Crash: true}, "error": {Error: true}, "false": {},
		"[crash, error]": {true, true}} {
		if g, _ := openGlobal(t, "settings:\n  notify: {desktop: "+text+"}\n"); g.Settings().Notify != want ||
			g.Problem() != nil {
			t.Errorf("%s: %+v, %v", text, g.Settings().Notify, g.Problem())
		}
	}
}

func TestNotifyAndHooksProblems(t *testing.T) {
	for text, want := range map[string]string{
		"notify: {desktop: [crash, boom]}":          `:2:29: settings.notify.desktop: "boom" is neither crash nor error`,
		"notify: {desktop: maybe}":                  `:2:21: settings.notify.desktop: expected true or false`,
		"hooks: {exit: mail me && rm x}":            `:2:25: settings.hooks.exit: no shell`,
		"hooks: {exit: [{project: shop}]}":          `:2:18: settings.hooks.exit: the hook has no command`,
		"hooks: {ready: [[a]]}":                     `:2:19: settings.hooks.ready: expected a single value`,
		"hooks: {ready: {command: a, server: [a]}}": `:2:39: settings.hooks.ready.server: expected a single value`,
		"hooks: ready":                              `:2:10: settings.hooks: expected a mapping`,
	} {
		g, file := openGlobal(t, "settings:\n  "+text+"\n")
		if err := g.Problem(); err == nil || !strings.Contains(err.Error(), file+want) {
			t.Errorf("%s:\n%v\nwant %s", text, err, want)
		}
	}
	if g, _ := openGlobal(t, "settings:\n  hooks: {crash: mail me}\n"); g.Problem() != nil || len(g.Warnings()) != 1 {
		t.Errorf("%v %v", g.Problem(), g.Warnings())
	}
}

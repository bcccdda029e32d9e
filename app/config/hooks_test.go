package config

import (
	"slices"
	"strings"
	"testing"
)

func TestHooksAreTasks(t *testing.T) {
	p := load(t, `project: a
servers:
  web: {before_start: [./one, ./two], command: x, after_stop: ./end, env: {A: b}, port: 4000, depends_on: [db], restart: always}
  db: {command: x}
`)
	web, _ := p.Find("web")
	if !slices.Equal(web.BeforeStart, []string{"web.before_start-1", "web.before_start-2"}) ||
		!slices.Equal(web.AfterStop, []string{"web.after_stop"}) {
		t.Errorf("%+v", web)
	}
	hook, ok := p.Find("web.before_start-2")
	if !ok || hook.Kind != KindTask || hook.HookOf != "web" || hook.Command.String() != "./two" || len(hook.Env) != 1 ||
		hook.Port.Number != 4000 ||
		hook.Restart != RestartNo || len(hook.DependsOn)+len(hook.BeforeStart)+len(hook.AfterStop) != 0 {
		t.Errorf("%+v", hook)
	}
}

func TestHookProblems(t *testing.T) {
	for text, want := range map[string]string{
		"servers:\n  a: {command: x, before_start: a && b}\n": "devservers.yml:3:35: " +
			"servers.a.before_start:",
		"servers:\n  a: {command: x, after_stop: {b: c}}\n": "write one command, or a " +
			"list of them",
		"servers:\n  a: {command: x, after_stop: y}\ntasks:\n  a.after_stop: {command: z}\n": "the hook in line 3 has this " +
			"name already",
	} {
		if _, err := Load(project(t, "project: p\n"+text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v\nwant %q", text, err, want)
		}
	}
}

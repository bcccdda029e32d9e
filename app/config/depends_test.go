package config

import (
	"slices"
	"strings"
	"testing"
)

func TestReadDependsOn(t *testing.T) {
	p := load(t, `project: a
servers:
  web: {command: x, depends_on: {api: , db: started, job: completed, migrate: }}
  api: {command: x, depends_on: [db, migrate]}
  db: {command: x}
  job: {command: x}
tasks:
  migrate: {command: x, depends_on: db}
`)
	want := map[string][]Dependency{
		"web":     {{"api", UntilReady}, {"db", UntilStarted}, {"job", UntilCompleted}, {"migrate", UntilCompleted}},
		"api":     {{"db", UntilReady}, {"migrate", UntilCompleted}},
		"migrate": {{"db", UntilReady}},
	}
	for name, list := range want {
		if s, _ := p.Find(name); !slices.Equal(s.DependsOn, list) {
			t.Errorf("%s: %v", name, s.DependsOn)
		}
	}
}

func TestDependsOnProblems(t *testing.T) {
	for text, want := range map[string]string{
		"servers:\n  a: {command: x, depends_on: [b]}\n  b: {command: x, depends_on: [c]}\n" +
			"  c: {command: x, depends_on: [a]}\n": "devservers.yml:5:32: servers.c.depends_on: these wait for each other: a " +
			"→ b → c → a",
		"servers:\n  a: {command: x, depends_on: [a]}\n": "these wait for each other: a → a",
		"servers:\n  a: {command: x, depends_on: {t: ready}}\ntasks:\n  t: {command: x}\n": "devservers.yml:3:32: " +
			"servers.a.depends_on: t is a task, which is never ready",
		"servers:\n  a: {command: x, depends_on: {b: up}}\n  b: {command: x}\n": "expected a condition, found " +
			"\"up\"",
		"servers:\n  redis: {command: x}\n  a: {command: x, depends_on: [rediss]}\n": "did you mean redis?",
	} {
		if _, err := Load(project(t, "project: p\n"+text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v\nwant %q", text, err, want)
		}
	}
}

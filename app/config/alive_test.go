package config

import (
	"strings"
	"testing"
	"time"
)

func TestReadAlive(t *testing.T) {
	p := load(t, "project: p\nservers:\n  a: {command: x, port: 80, alive: {http: /h}}\n"+
		"  b: {command: x, alive: {tcp: 6379, every: 2s, failures: 5, timeout: 1s, restart: true}}\n")
	if a := p.Servers[0].Alive; a.HTTP != "/h" || a.Every != 10*time.Second || a.Failures != 3 ||
		a.Timeout != 5*time.Second || a.Restart {
		t.Errorf("%+v", a)
	}
	if b := p.Servers[1].Alive; b.TCP.Number != 6379 || b.Every != 2*time.Second || b.Failures != 5 ||
		b.Timeout != time.Second || !b.Restart {
		t.Errorf("%+v", b)
	}
}

func TestAliveNeedsExactlyOneCheck(t *testing.T) {
	for text, want := range map[string]string{
		"{every: 5s}":            "the check is missing",
		"{http: /h, tcp: 80}":    "http and tcp exclude each other",
		"{http: /h}":             "this needs the server's port, but it has none",
		"{tcp: 80, failures: 0}": "alive.failures",
		"{log: x}":               "unknown key",
	} {
		if _, err := Load(project(t, "project: p\nservers:\n  a: {command: x, alive: "+text+"}\n")); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

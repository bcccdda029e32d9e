package supervisor

import (
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config"
)

func TestWatchGuardAllowsEdits(t *testing.T) {
	t.Parallel()
	now := time.Now()
	m := &managed{spec: config.Server{Watch: []string{"*"}}, wanted: make(chan struct{})}
	m.status.Actor, m.status.StartedAt = &app.Actor{Kind: app.ActorWatch}, &now
	for i, c := range []struct {
		file   string
		after  time.Duration
		heeded bool
	}{
		{"a", time.Second, true}, {"a", time.Second, true}, {"a", 3 * time.Second, true}, // a pause ends the row
		{"a", time.Second, true}, {"a", time.Second, true}, {"b", time.Second, true}, // and so does another file
		{"b", time.Second, true}, {"b", time.Second, true}, {"b", time.Second, true}, {"b", time.Second, false}, {"b", time.Hour, false},
	} {
		if got := m.guarded(c.file, now.Add(c.after)); got != c.heeded {
			t.Errorf("change %d: %t", i, got)
		}
	}
	m.ask(true, me, "")
	if !m.guarded("b", now) {
		t.Error("a person's start does not end it")
	}
}

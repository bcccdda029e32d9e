package supervisor

import (
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config"
)

func TestPersonsStartResetsWatchGuard(t *testing.T) {
	t.Parallel()
	now := time.Now()
	m := &managed{spec: config.Server{Watch: []string{"*"}}, wanted: make(chan struct{})}
	m.status.Actor, m.status.StartedAt = &app.Actor{Kind: app.ActorWatch}, &now
	for range 9 {
		m.guard.Allows("b", now.Add(time.Second), m.status.Actor, m.status.StartedAt)
	}
	if m.guard.Off == "" {
		t.Fatal("the guard did not notice a loop")
	}
	m.ask(true, me, "")
	if ok, _ := m.guard.Allows("b", now, m.status.Actor, m.status.StartedAt); !ok {
		t.Error("a person's start does not end it")
	}
}

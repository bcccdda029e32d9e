package supervisor

import (
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/engine/server"
)

func TestPersonsStartResetsWatchGuard(t *testing.T) {
	t.Parallel()
	now := time.Now()
	m := &managed{Server: server.Server{Spec: config.Server{Watch: []string{"*"}}}}
	m.Status.Actor, m.Status.StartedAt = &app.Actor{Kind: app.ActorWatch}, &now
	for range 9 {
		m.Guard.Allows("b", now.Add(time.Second), m.Status.Actor, m.Status.StartedAt)
	}
	if m.Guard.Off == "" {
		t.Fatal("the guard did not notice a loop")
	}
	m.Ask(true, me, "")
	if ok, _ := m.Guard.Allows("b", now, m.Status.Actor, m.Status.StartedAt); !ok {
		t.Error("a person's start does not end it")
	}
}

package restarts

import (
	"testing"
	"time"

	"devservers/app"
)

func TestWatchGuardAllowsEdits(t *testing.T) {
	t.Parallel()
	now := time.Now()
	var g Guard
	watch := &app.Actor{Kind: app.ActorWatch}
	for i, c := range []struct {
		file   string
		after  time.Duration
		heeded bool
	}{
		{"a", time.Second, true}, {"a", time.Second, true}, {"a", 3 * time.Second, true}, // a pause ends the row
		{"a", time.Second, true}, {"a", time.Second, true}, {"b", time.Second, true}, // and so does another file
		{"b", time.Second, true}, {"b", time.Second, true}, {"b", time.Second, true}, {"b", time.Second, false}, {"b", time.Hour, false},
	} {
		if got := g.Allows(c.file, now.Add(c.after), watch, &now); got != c.heeded {
			t.Errorf("change %d: %t", i, got)
		}
	}
}

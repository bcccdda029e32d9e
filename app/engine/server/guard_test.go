package server

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
		{"b", time.Second, true}, {"b", time.Second, true}, {"b", time.Second, true}, {"b", time.Second, true},
		{"b", time.Second, true},
		{"b", time.Second, true}, {"b", time.Second, false}, {"b", time.Hour, false},
	} {
		if got, _ := g.Allows(c.file, now.Add(c.after), watch, &now); got != c.heeded {
			t.Errorf("change %d: %t", i, got)
		}
	}
}

// TestWatchGuardKnowsAnAgent: edits that come as quickly as those of a loop make restarts wait, and an edit while one
// waits shows that somebody edits.
func TestWatchGuardKnowsAnAgent(t *testing.T) {
	t.Parallel()
	started := time.Now()
	var g Guard
	watch := &app.Actor{Kind: app.ActorWatch}
	for i := range 100 { // an edit every 1.5s; each start takes no time
		at := started.Add(1500 * time.Millisecond)
		ok, wait := g.Allows("a", at, watch, &started)
		for wait > 0 && ok { // the file is edited again before the restart
			if at = at.Add(1500 * time.Millisecond); at.Sub(started) >= soon {
				ok, wait = g.Allows("a", at, watch, &started)
			}
		}
		if !ok {
			t.Fatalf("edit %d: %s", i, g.Off)
		}
		started = at
	}
}

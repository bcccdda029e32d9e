package words

import (
	"testing"
	"time"
)

func TestStarted(t *testing.T) {
	for want, s := range map[string]Started{
		"web is ready at http://localhost:1 (run r1)": {Name: "web", State: "ready", Ready: true, URL: "http://localhost:1",
			Run: "r1"},
		"web is already ready (run r1)":       {Name: "web", State: "ready", Ready: true, Already: true, Run: "r1"},
		"web is starting: waiting for port 1": {Name: "web", State: "starting", Reason: "waiting for port 1"},
		"build is running (run r2)":           {Name: "build", State: "ready", Running: true, Run: "r2"},
		"web is ready (run r1); also started, because it needs them: db, redis": {
			Name: "web", State: "ready", Ready: true, Run: "r1", Others: []string{"db", "redis"},
		},
	} {
		if got := s.String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestStopped(t *testing.T) {
	for want, s := range map[string]Stopped{
		"web was not running":        {Name: "web", NotRunning: true},
		"web is stopped":             {Name: "web"},
		"web is stopped (took 0.3s)": {Name: "web", Took: 300 * time.Millisecond},
		"web is stopped (took 5s; 2 processes ignored the signal and had to be killed)": {Name: "web", Took: 5 * time.Second,
			Killed: 2},
		"web is stopped: it will not be restarted automatically": {Name: "web", Retrying: true,
			Took: time.Second},
		"db is stopped; clean failed: exited with code 1; still running although they need it: api and web": {
			Name: "db", Failed: "clean failed: exited with code 1", StillUp: []string{"api", "web"},
		},
	} {
		if got := s.String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestStoppedInShort(t *testing.T) {
	for want, s := range map[string]Stopped{
		"was not running":     {Name: "web", NotRunning: true},
		"stopped (took 0.3s)": {Name: "web", Took: 300 * time.Millisecond},
	} {
		if got := s.Short(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestPatched(t *testing.T) {
	for want, got := range map[string]string{
		"shop/web has 2 changes to devservers.yml; restart web to apply it": Patched("shop/web", 2, 0, []string{"web"}),
		"shop has no changes to devservers.yml":                             Patched("shop", 0, 0, nil),
		"shop follows devservers.yml again":                                 Patched("shop", 0, 1, nil),
	} {
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

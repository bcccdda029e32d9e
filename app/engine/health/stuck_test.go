package health

import (
	"strings"
	"testing"
	"time"
)

func TestAnswer500SettlesUnlessItChanges(t *testing.T) {
	t.Parallel()
	start := time.Now()
	for name, c := range map[string]struct {
		statuses []int // one a second
		want     bool
	}{
		"500 all the time":      {[]int{0, 500, 500, 500, 500}, true},
		"not long enough":       {[]int{0, 0, 500, 500}, false},
		"starting up":           {[]int{503, 503, 503, 503, 503}, false},
		"another in between":    {[]int{500, 500, 200, 500, 500}, false},
		"a late one in between": {[]int{500, 500, 0, 500, 500}, true},
		"path not found":        {[]int{404, 404, 404, 404, 404}, false},
	} {
		var w wrongSince
		for i, status := range c.statuses {
			w.note(status, start.Add(time.Duration(i)*time.Second))
		}
		if got := w.settled(start.Add(time.Duration(len(c.statuses)-1) * time.Second)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestEndsWithError(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"":                     false,
		"listening\n":          false,
		"ERROR: boom\n\n  \n":  true,
		"ERROR: boom\ngoes on": false,
		"ModuleNotFoundError: No module named 'x'":                                                                true,
		"Traceback (most recent call last):\n  File \"a.py\", line 1\n    x\ncore.ImproperlyConfigured: no key\n": true,
		"Traceback (most recent call last):\n  File \"a.py\", line 1\nExceeded: x\nretrying\nserving":             false,
		"[nodemon] app crashed - waiting for file changes before starting...":                                     true,
		"Failed running 'a.js'. Waiting for file changes before restarting...":                                    true,
		"Waiting for file changes":                                     false,
		"Failed running 'server.js'\n":                                 true,
		"main.go has changed\nrunning...\nProcess Exit with Code: 1\n": true,
		"Process Exit with Code: 0":                                    false,
		"failed to build, error: exit status 1":                        true,
		"exit status 2":                                                true,
		"[Finished running. Exit status: 101]":                         true,
		"[Finished running. Exit status: 0]":                           false,
		"[: ERROR/MainProcess] consumer: Cannot connect to redis\nTrying again in 2.00 seconds... (1/100)\n": false,
	} {
		lines := strings.Split(text, "\n")
		if got := childEnded(lines) || endsWithError(lines); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

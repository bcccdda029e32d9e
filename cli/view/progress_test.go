package view

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// screen is a terminal that understands the few sequences that progress uses.
type screen struct{ lines []string }

func (s *screen) Write(data []byte) (int, error) {
	text := string(data)
	if up, rest, ok := strings.Cut(strings.TrimPrefix(text, "\x1b["), "A\x1b[J"); ok && rest == "" {
		s.lines = s.lines[:len(s.lines)-int(up[0]-'0')]
		return len(data), nil
	}
	s.lines = append(s.lines, strings.Split(strings.TrimSuffix(text, "\n"), "\n")...)
	return len(data), nil
}

func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tty := &screen{}
		g := &Progress{Live: true, width: 60, err: tty, out: tty, now: time.Now, stop: make(chan struct{}),
			ended: make(chan struct{})}
		g.items = []item{{"web", "", time.Now()}, {"api", "", time.Now()}}
		go g.run()
		g.Say("web", "waiting for port 5173")
		time.Sleep(250 * time.Millisecond)
		shown := func() []string {
			g.mu.Lock()
			defer g.mu.Unlock()
			return slices.Clone(tty.lines)
		}
		want := []string{`  \ web  waiting for port 5173  0.2s`, `  \ api  0.2s`}
		if diff := cmp.Diff(want, shown()); diff != "" {
			t.Error(diff)
		}
		g.Settle("web", "  + web  ready\n")
		if want = []string{"  + web  ready", `  \ api  0.2s`}; cmp.Diff(want, shown()) != "" {
			t.Error(cmp.Diff(want, shown()))
		}
		g.End()
		if want = want[:1]; cmp.Diff(want, shown()) != "" {
			t.Error(cmp.Diff(want, shown()))
		}
	})
}

package app

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app/config"
	"devservers/app/digest"
)

func TestNoticesOfAServerAreFolded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown []string
		p := pusher{notices: map[string]*notice{}, show: func(title, text string) { shown = append(shown, title+"|"+text) }}
		crash := Event{Event: EventExit, Server: "shop/api", Kind: config.KindServer, Message: "exited with code 3", Exit: &Exit{Signal: "KILL"}}
		fault := Event{Event: EventError, Server: "shop/api", Message: "KeyError", Error: &digest.Error{File: "a.py", Line: 3}}
		other := fault
		other.Server = "shop/web"
		pass := func(d time.Duration, want ...string) {
			t.Helper()
			time.Sleep(d)
			due := p.flush(time.Now())
			slices.Sort(shown)
			if !slices.Equal(shown, want) || len(want) > 0 && !due.IsZero() {
				t.Errorf("%q, want %q; the next is due %v", shown, want, due)
			}
			shown = nil
		}
		p.collect(fault)
		p.collect(crash)
		p.collect(other)
		pass(noticeHold - 1)
		pass(1, "new error in shop/web|a.py:3 KeyError", "shop/api crashed|exited with code 3\na.py:3 KeyError")
		p.collect(fault)
		p.collect(fault)
		pass(noticePause - 1)
		pass(1, "2 new errors in shop/api|a.py:3 KeyError")
		p.collect(crash)
		p.collect(crash)
		pass(noticePause, "shop/api crashed 2 times|exited with code 3")
		pass(noticePause)
		if len(p.notices) != 0 {
			t.Errorf("%d are kept for nothing", len(p.notices))
		}
	})
}

func TestANoticeIsShownAndInert(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bin := filepath.Join(w.dirs.Home, "bin")
	w.script("bin", "notify-send", `exec FC note shown "$@"`)
	w.close(false)
	w.env = []string{"PATH=" + bin, "HOME=" + w.dirs.Home}
	w.settings("  notify: {desktop: true}\n")
	w.open()
	id := w.project("app", "servers:\n  bad: {command: FC exit 3 0s}\n")
	_, _ = w.start(Ref{id, "bad"})
	w.sup.Announce(Event{Event: EventError, Project: id, Server: id + "/web", Message: "ERROR: <b>--\x1b[31m\u202Eevil</b> $(id) `id` & \"", Error: &digest.Error{}})
	w.shown(`args ["--app-name=devservers" "--" "app/bad crashed" "exited with code 3 after `)
	w.shown("args [\"--app-name=devservers\" \"--\" \"new error in app/web\" \"ERROR: &lt;b&gt;--evil&lt;/b&gt; $(id) `id` &amp; \\\"\"]")
}

// shown waits for a notice of which the fake notify-send was given what begins so.
func (w *world) shown(want string) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		changed := w.sup.Changed()
		got := w.notes("shown")
		if slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, want) }) {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			w.t.Fatalf("%s was not shown: %q", want, got)
		}
	}
}

func TestAMissingNotifierIsToldOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.close(false)
	log := &lockedBuffer{}
	w.env, w.log = []string{"PATH=/nonexistent"}, log
	w.open()
	for range 3 {
		w.sup.show("title", "text")
	}
	if got := log.String(); strings.Count(got, "a notice can't be shown") != 1 || !strings.Contains(got, "notify-send was not found") {
		t.Errorf("%s", got)
	}
}

// lockedBuffer may be written and read at once.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func TestANoticeIsNeverPartOfAScript(t *testing.T) {
	const title, text = `-e " & do shell script "id`, `"; rm -rf`
	if got := notifier("darwin", title, text); !slices.Equal(got[len(got)-3:], []string{"--", title, text}) {
		t.Errorf("%q", got)
	}
	if notifier("plan9", title, text) != nil {
		t.Error("there is a notifier for an unknown system")
	}
}

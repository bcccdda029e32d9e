package notify

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/digest"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestNoticesOfAServerAreFolded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var shown []string
		ns := notices{show: func(title, text string) { shown = append(shown, title+"|"+text) }}
		defer ns.close()
		crash := app.Event{Event: app.EventExit, Server: "shop/api", Kind: config.KindServer, Message: "exited with code 3",
			Exit: &app.Exit{Signal: "KILL"}}
		fault := app.Event{Event: app.EventError, Server: "shop/api", Message: "KeyError",
			Error: &digest.Error{File: "a.py", Line: 3}}
		other := fault
		other.Server = "shop/web"
		pass := func(d time.Duration, want ...string) {
			t.Helper()
			time.Sleep(d)
			synctest.Wait()
			ns.mu.Lock()
			defer ns.mu.Unlock()
			slices.Sort(shown)
			if !slices.Equal(shown, want) {
				t.Errorf("%q, want %q", shown, want)
			}
			shown = nil
		}
		ns.add(fault)
		ns.add(crash)
		ns.add(other)
		pass(noticeHold - 1)
		pass(1, "new error in shop/web|a.py:3 KeyError", "shop/api crashed|exited with code 3\na.py:3 KeyError")
		ns.add(fault)
		ns.add(fault)
		pass(noticePause - 1)
		pass(1, "2 new errors in shop/api|a.py:3 KeyError")
		pass(noticePause - 1)
		ns.add(fault)
		ns.add(crash)
		pass(noticeHold - 1)
		pass(1, "shop/api crashed|exited with code 3\na.py:3 KeyError")
		ns.add(crash)
		ns.add(crash)
		pass(noticePause, "shop/api crashed 2 times|exited with code 3")
		pass(noticePause)
		if len(ns.byServer) != 0 {
			t.Errorf("%d notices are left", len(ns.byServer))
		}
	})
}

func TestNoticeIsShownAsPlainText(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	script := "#!/bin/sh\nexec " + strings.Join(fc.Command(), " ") + ` note shown "$@"` + "\n"
	if err := os.WriteFile(filepath.Join(bin, "notify-send"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, "  notify: {desktop: true}\n", "PATH="+bin, "HOME="+bin)
	id := w.Project("app", "servers:\n  bad: {command: FC exit 3 0s}\n")
	_, _ = w.Start(app.Ref{Project: id, Name: "bad"})
	w.Sup.Announce(app.Event{Event: app.EventError, Project: id, Server: id + "/web",
		Message: "ERROR: <b>--\x1b[31m\u202Eevil</b> $(id) `id` & \"", Error: &digest.Error{}})
	w.shown(`args ["--app-name=devservers" "--" "app/bad crashed" "exited with code 3 after `)
	w.shown("args [\"--app-name=devservers\" \"--\" \"new error in app/web\" \"ERROR: &lt;b&gt;--evil&lt;/b&gt; $(id) " +
		"`id` &amp; \\\"\"]")
}

// shown waits until notify-send was called with arguments that begin with want.
func (w *world) shown(want string) {
	w.T.Helper()
	for limit := time.Now().Add(apptest.Patience); ; time.Sleep(5 * time.Millisecond) {
		got := w.notes("shown")
		if slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, want) }) {
			return
		}
		if time.Now().After(limit) {
			w.T.Fatalf("%s was not shown: %q", want, got)
		}
	}
}

func TestMissingNotifierIsLoggedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "", "PATH=/nonexistent")
	for range 3 {
		w.n.show("title", "text")
	}
	if got := w.log.String(); strings.Count(got, "a notice can't be shown") != 1 ||
		!strings.Contains(got, "notify-send was not found") {
		t.Errorf("%s", got)
	}
}

// lockedBuffer is safe for concurrent use.
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

func TestNoticeIsNeverPartOfAScript(t *testing.T) {
	const title, text = `-e " & do shell script "id`, `"; rm -rf`
	if got := notifier("darwin", title, text); !slices.Equal(got[len(got)-3:], []string{"--", title, text}) {
		t.Errorf("%q", got)
	}
	if notifier("plan9", title, text) != nil {
		t.Error("there is a notifier for an unknown system")
	}
}

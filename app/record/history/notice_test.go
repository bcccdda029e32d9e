package history

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/digest"
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

func TestNoticeIsNeverPartOfAScript(t *testing.T) {
	const title, text = `-e " & do shell script "id`, `"; rm -rf`
	if got := notifier("darwin", title, text); !slices.Equal(got[len(got)-3:], []string{"--", title, text}) {
		t.Errorf("%q", got)
	}
	if notifier("plan9", title, text) != nil {
		t.Error("there is a notifier for an unknown system")
	}
}

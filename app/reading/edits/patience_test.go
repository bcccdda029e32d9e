package edits

import (
	"testing"
	"time"

	"devservers/app"
)

// TestPatienceIsLearnedFromLateReactions: a restarter that waits reacts to an edit when the next one was made.
func TestPatienceIsLearnedFromLateReactions(t *testing.T) {
	t.Parallel()
	at, reacted := time.Unix(1000, 0), time.Unix(1006, 0)
	var s standing
	first, second := app.Edit{At: at, Files: []string{"a.js"}}, app.Edit{At: at.Add(4 * time.Second), Files: []string{"a.js"}}
	s.end(app.Verdict{State: app.VerdictNone, Watches: true}, first, at, false)
	if s.patience() != noneAfter {
		t.Errorf("nothing is learned yet: %s", s.patience())
	}
	s.end(app.Verdict{State: app.VerdictOK, Self: true, ReactedAt: &reacted}, second, reacted, false)
	if len(s.Took) != 1 || s.Took[0] != reacted.Sub(at) || s.patience() != noneMost {
		t.Errorf("it took %v, patience %s", s.Took, s.patience())
	}
}

// TestServerThatLoadsOnRequestIsGivenTime: some look at their files only now and then.
func TestServerThatLoadsOnRequestIsGivenTime(t *testing.T) {
	t.Parallel()
	edit := app.Edit{Files: []string{"lib.php"}}
	r := reading{edit: edit}
	r.tree.Unread = true
	if r.patience() != unreadAfter {
		t.Errorf("one that is not known to load it: %s", r.patience())
	}
	r.known.end(app.Verdict{State: app.VerdictOK, Request: &app.EditRequest{Loaded: true}}, edit, time.Now(), false)
	if r.patience() != noneAfter {
		t.Errorf("one that has loaded such a file: %s", r.patience())
	}
}

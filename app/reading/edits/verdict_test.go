package edits

import (
	"slices"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/engine/supervisor"
)

func TestVerdicts(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.say("ERROR: old\n")
	p.until(1)
	first := p.edit("shop/urls.py") // on a busy machine, its file may have been written twice
	p.say(changed + keyError)
	p.until(2)
	v := p.judged()
	if v.State != app.VerdictBroken || len(v.New) != 1 || v.New[0].Place() != "shop/urls.py:9" || v.Left != 1 ||
		v.Reaction == "" {
		t.Errorf("broken: %+v", v)
	}
	p.edit("README.md")
	if v = p.judged(); v.State != app.VerdictBroken || v.Broken.Edit.Files[0] != "shop/urls.py" || len(v.New) != 1 {
		t.Errorf("an edit of a text file hides it: %+v", v)
	}
	p.edit("shop/urls.py")
	p.say(changed + keyError)
	if v = p.judged(); v.State != app.VerdictBroken || v.Broken.Edit.Number > first.Number {
		t.Errorf("an attempted fix that doesn't help: %+v", v)
	}
	p.edit("shop/urls.py")
	p.say(reloaded)
	if v = p.judged(); v.State != app.VerdictOK || len(v.New) != 0 || len(v.Fixed) != 1 || len(v.Unseen) != 1 ||
		v.Left != 0 {
		t.Errorf("fixed: %+v", v)
	}
	p.say(keyError)
	p.until(1)
	p.edit("shop/views.py")
	p.say(reloaded)
	p.until(0)
	p.say(keyError)
	p.until(1)
	if v = p.judged(); v.State != app.VerdictOK || len(v.Still) != 1 {
		t.Errorf("an error from before, of another file: %+v", v)
	}
}

func TestEditWithoutEffectHasNoVerdict(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.edit("README.md")
	if v := p.judged(); v.State != app.VerdictNone {
		t.Errorf("%+v", v)
	}
}

// TestErrorOfTheSameRebuildIsNotFixed: tools print that they run although the build has failed.
func TestErrorOfTheSameRebuildIsNotFixed(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.edit("main.go")
	p.say("building...\n# shop\n./main.go:6:6: declared and not used: n\nfailed to build, error: exit status 1\n" +
		"running...\n")
	if v := p.judged(); v.State != app.VerdictBroken || len(v.New) != 1 {
		t.Errorf("%+v", v)
	}
}

func TestVerdictEvent(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.edit("shop/urls.py")
	p.say("shop/urls.py changed, reloading.\n" + keyError)
	h := p.events(p.ref, []string{app.EventEdit}, "edit: the edit of shop/urls.py")[0]
	if h.Verdict != app.VerdictBroken || !slices.Equal(h.Files, []string{"shop/urls.py"}) {
		t.Errorf("%+v", h)
	}
}

// TestLateReactionIsAnnounced: nobody waits for the verdict any more when the server reacts.
func TestLateReactionIsAnnounced(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.edit("shop/urls.py")
	if v := p.judged(); v.State != app.VerdictNone {
		t.Fatalf("%+v", v)
	}
	p.say("shop/urls.py changed, reloading.\n" + keyError)
	p.events(p.ref, []string{app.EventEdit}, "edit: the edit of shop/urls.py")
}

func TestMovedErrorIsNotNew(t *testing.T) {
	at := time.Unix(1000, 0)
	moment := func(seconds int) time.Time { return at.Add(time.Duration(seconds) * time.Second) }
	fixedAt := moment(1)
	edit := app.Edit{At: at, Files: []string{"a.ts"}}
	r := reading{own: true, edit: edit, base: edit, now: moment(20), server: supervisor.ServerRun{State: app.Ready},
		entries: []digest.Error{
			{Level: "error", Fingerprint: "moved", File: "a.ts", Line: 3, Since: moment(-9), LastAt: moment(-9), Fixed: true,
				FixedAt: &fixedAt},
			{Level: "error", Fingerprint: "moved", File: "a.ts", Line: 4, Since: moment(1), LastAt: moment(1)},
			{Level: "error", Fingerprint: "new", Since: moment(1), LastAt: moment(1)},
			{Level: "error", Fingerprint: "long fixed", Since: moment(-9), LastAt: moment(-9), Fixed: true, FixedAt: &at},
		}}
	if v := r.judge(); len(v.New) != 1 || v.New[0].Fingerprint != "new" || len(v.Again) != 1 || len(v.Fixed) != 1 ||
		v.State != app.VerdictBroken {
		t.Errorf("%+v", v)
	}
}

// TestFailedRebuildOfAStartingServerIsBroken edits a server that has never been ready.
func TestFailedRebuildOfAStartingServerIsBroken(t *testing.T) {
	at := time.Unix(1000, 0)
	came := at.Add(time.Second)
	again := digest.Error{Level: "error", Fingerprint: "a", Since: at.Add(-time.Minute), LastAt: came}
	r := reading{own: true, edit: app.Edit{At: at, Files: []string{"a.js"}}, base: app.Edit{At: at},
		now:    at.Add(10 * time.Second),
		server: supervisor.ServerRun{State: app.Starting}, entries: []digest.Error{again}}
	if v := r.judge(); v.State != app.VerdictPending {
		t.Errorf("still starting: %+v", v)
	}
	r.built = &Built{State: "failed", At: came}
	if v := r.judge(); v.State != app.VerdictBroken {
		t.Errorf("the tool says that it failed: %+v", v)
	}
}

// TestEditIsNotBlamedForAServerThatNeverWorked starts a server after an edit, and it ends at once.
func TestEditIsNotBlamedForAServerThatNeverWorked(t *testing.T) {
	at := time.Unix(1000, 0)
	began, ended, good := at.Add(time.Minute), at.Add(61*time.Second), at.Add(-time.Minute)
	edit := app.Edit{At: at, Files: []string{"a.js"}}
	r := reading{own: true, edit: edit, base: edit, now: at.Add(2 * time.Minute), server: supervisor.ServerRun{
		State: app.Failed, StartedAt: &began, EndedAt: &ended, EndedByItself: true, Reason: "exited with code 1"}}
	if v := r.judge(); v.State != app.VerdictBroken || v.Broken != nil {
		t.Errorf("%+v", v)
	}
	r.now = ended.Add(100 * time.Millisecond)
	if v := r.judge(); v.State != app.VerdictPending {
		t.Errorf("its last lines may not be read yet: %+v", v)
	}
	r.now = at.Add(2 * time.Minute)
	r.good = &good
	if v := r.judge(); v.Broken == nil || v.Broken.GoodUntil != &good {
		t.Errorf("it was good before: %+v", v)
	}
}

func TestRestartedRunIsComparedWithTheRunBefore(t *testing.T) {
	at := time.Unix(1000, 0)
	started := at.Add(time.Second)
	edit := app.Edit{At: at, Files: []string{"a.py"}}
	r := reading{own: true, edit: edit, base: edit, now: at.Add(20 * time.Second),
		server:  supervisor.ServerRun{State: app.Ready, StartedAt: &started},
		before:  []digest.Error{{Level: "error", Fingerprint: "a"}, {Level: "error", Fingerprint: "b", File: "a.py"}},
		entries: []digest.Error{{Level: "error", Fingerprint: "b", File: "a.py", Since: started, LastAt: started}},
	}
	if v := r.judge(); len(v.New) != 0 || len(v.Again) != 1 || len(v.Fixed) != 1 || v.Fixed[0].Fingerprint != "a" ||
		v.State != app.VerdictBroken {
		t.Errorf("%+v", v)
	}
	ready := started.Add(time.Second) // an error that each start prints, and that was there when all was well
	r.server.ReadyAt, r.known.Usual = &ready, []string{"b"}
	if v := r.judge(); len(v.Again) != 0 || len(v.Still) != 1 || len(v.Fixed) != 1 || v.State != app.VerdictOK {
		t.Errorf("%+v", v)
	}
}

package edits

import (
	"slices"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/supervisor"
)

func TestVerdicts(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.say("ERROR: old\n")
	p.until(1)
	p.edit("shop/urls.py")
	p.say("shop/urls.py changed, reloading.\n" + keyError)
	p.until(2)
	p.say("System check identified no issues (0 silenced).\n" + keyError)
	v := p.judged()
	if v.State != app.VerdictBad || len(v.New) != 1 || v.New[0].Place() != "shop/urls.py:9" || len(v.Fixed) != 1 || v.Reaction == "" {
		t.Errorf("broken: %+v", v)
	}
	p.edit("shop/urls.py")
	p.say(reloaded)
	if v = p.judged(); v.State != app.VerdictGood || len(v.New) != 0 || len(v.Fixed) != 1 || v.Left != 0 {
		t.Errorf("fixed: %+v", v)
	}
	p.say(keyError)
	p.until(1)
	p.edit("shop/views.py")
	p.say(reloaded)
	p.until(0)
	p.say(keyError)
	p.until(1)
	if v = p.judged(); v.State != app.VerdictGood || len(v.New) != 0 || len(v.Fixed) != 0 || v.Left != 1 {
		t.Errorf("an edit that fixes nothing: %+v", v)
	}
	p.edit("README.md")
	if v = p.judged(); v.State != app.VerdictNone {
		t.Errorf("an edit without effect: %+v", v)
	}
}

func TestVerdictEvent(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.edit("shop/urls.py")
	p.say("shop/urls.py changed, reloading.\n" + keyError)
	h := p.events(p.ref, []string{app.EventEdit}, "edit: the edit of shop/urls.py")[0]
	if h.Verdict != app.VerdictBad || !slices.Equal(h.Files, []string{"shop/urls.py"}) {
		t.Errorf("%+v", h)
	}
}

func TestMovedErrorIsNotNew(t *testing.T) {
	at := time.Unix(1000, 0)
	moment := func(seconds int) time.Time { return at.Add(time.Duration(seconds) * time.Second) }
	fixedAt := moment(1)
	r := reading{edit: app.Edit{At: at, Files: []string{"a.ts"}}, now: moment(20), server: supervisor.ServerRun{State: app.Ready}, entries: []digest.Error{
		{Level: "error", Fingerprint: "moved", Line: 3, Since: moment(-9), LastAt: moment(-9), Fixed: true, FixedAt: &fixedAt},
		{Level: "error", Fingerprint: "moved", Line: 4, Since: moment(1), LastAt: moment(1)},
		{Level: "error", Fingerprint: "new", Since: moment(1), LastAt: moment(1)},
		{Level: "error", Fingerprint: "long fixed", Since: moment(-9), LastAt: moment(-9), Fixed: true, FixedAt: &at},
	}}
	if v := r.judge(); len(v.New) != 1 || v.New[0].Fingerprint != "new" || v.Left != 1 || len(v.Fixed) != 0 || v.State != app.VerdictBad {
		t.Errorf("%+v", v)
	}
}

func TestRestartedRunIsComparedWithTheRunBefore(t *testing.T) {
	at := time.Unix(1000, 0)
	started := at.Add(time.Second)
	r := reading{edit: app.Edit{At: at, Files: []string{"a.py"}}, now: at.Add(20 * time.Second), server: supervisor.ServerRun{State: app.Ready, StartedAt: &started},
		before:  []digest.Error{{Level: "error", Fingerprint: "a"}, {Level: "error", Fingerprint: "b"}},
		entries: []digest.Error{{Level: "error", Fingerprint: "b", Since: started, LastAt: started}},
	}
	if v := r.judge(); len(v.New) != 0 || v.Left != 1 || len(v.Fixed) != 1 || v.Fixed[0].Fingerprint != "a" || v.State != app.VerdictGood {
		t.Errorf("%+v", v)
	}
}

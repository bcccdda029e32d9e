package edits

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/digest"
	"devservers/app/project/sources"
	"devservers/app/reading/evidence"
	"devservers/app/transcript/text"
	"devservers/tests/fc"
)

const pageError = "[browser] Uncaught TypeError: x is undefined\n[browser]     at App (src/App.jsx:11:5)\n" +
	"[browser]     on http://web.shop.localhost:7912/cart#top\n"

// TestPageErrorEndsWithALoad: neither a reload of the server nor another page ends it.
func TestPageErrorEndsWithALoad(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.say(pageError)
	p.until(1)
	p.edit("shop/urls.py")
	p.say(reloaded)
	if v := p.judged(); v.State != app.VerdictOK || len(v.Fixed)+len(v.Unseen) != 0 {
		t.Errorf("%+v", v)
	}
	p.edits.PageLoaded(p.ref, "http://web.shop.localhost:7912/", time.Now())
	if page := p.errors(ErrorQuery{}); len(page.Errors) != 1 {
		t.Fatalf("%+v", page)
	}
	p.edits.PageLoaded(p.ref, "http://web.shop.localhost:7912/cart", time.Now())
	p.until(0)
}

// TestReportsOfPagesStayApart: an exception is not the trace of a failed request that was reported just before it.
func TestReportsOfPagesStayApart(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.say("[browser] ERROR: GET /cart.json answered 404 Not Found\n[browser]     on http://web.shop.localhost:7912/cart\n" +
		pageError)
	p.until(2)
}

// TestStatusSaysThatEachAnswerFails: a server whose pages all fail is ready, and its status says so until one is good.
func TestStatusSaysThatEachAnswerFails(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	fails := func(is bool) func(app.Status) bool {
		return func(st app.Status) bool { return strings.Contains(st.Reason, "was a server error") == is }
	}
	p.say("GET / 200\nGET / 500\nGET /menu 404\nGET /menu 503\nGET / 500\n")
	p.Until(p.ref, "each answer failed", fails(true))
	p.say("GET / 200\n")
	p.Until(p.ref, "one was good", fails(false))
	for range 3 {
		p.edits.PagePassed(p.ref, "/", 500)
	}
	p.Until(p.ref, "each answer through its named URL failed", fails(true))
}

// TestErrorAtItsOwnRateIsNotBlamed prints an error now and then, before and after an edit.
func TestErrorAtItsOwnRateIsNotBlamed(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.say(keyError)
	p.until(1)
	time.Sleep(time.Second) // its rate
	p.say(keyError)
	p.Until(p.ref, "has it twice", func(app.Status) bool { return p.errors(ErrorQuery{}).Errors[0].Count == 2 })
	p.edit("shop/urls.py")
	p.say(keyError)
	if v := p.judged(); v.State == app.VerdictBroken || len(v.Still) != 1 || v.Broken != nil {
		t.Errorf("%+v", v)
	}
}

// TestNotSeenSinceOutlivesTheManager: what an edit has shown is not forgotten.
func TestNotSeenSinceOutlivesTheManager(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.say("ERROR: old\n")
	p.until(1)
	p.edit("hugo/index.html")
	p.say("Change detected, rebuilding site\n")
	if v := p.judged(); v.State != app.VerdictOK || len(v.Unseen) != 1 {
		t.Fatalf("%+v", v)
	}
	p.replace(true)
	if page := p.errors(ErrorQuery{Fixed: true}); len(page.Errors) != 1 || page.Errors[0].UnseenAt == nil {
		t.Errorf("%+v", page)
	}
}

// TestFailedServerIsNamed: a server that had failed before an edit is listed with it, and the edit is not blamed.
func TestFailedServerIsNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p := &printer{world: w, dir: w.Dirs.Home + "/shop", last: "said"} // the times of files are less exact than its end
	w.Files("shop", map[string]string{"said.log": "starting\n"})
	id := w.Project("shop", "servers:\n  web: {command: tail -n +1 -f said.log, ready: {log: starting}}\n"+
		"  bad: {command: cat gone.txt}\n")
	p.ref = app.Ref{Project: id, Name: "web"}
	w.MustStart(p.ref)
	_, _ = w.Start(app.Ref{Project: id, Name: "bad"})
	w.Until(app.Ref{Project: id, Name: "bad"}, "has failed",
		func(st app.Status) bool { return st.State == app.Failed && st.EndedAt != nil })
	p.edit("README.md")
	page, err := w.edits.AwaitEdit(t.Context(), id, false)
	v := page.Of(app.Ref{Project: id, Name: "bad"})
	if err != nil || page.State != app.VerdictBroken || v == nil || !v.Before || v.Broken != nil ||
		!strings.Contains(v.Message, "it had failed before the edit") {
		t.Errorf("%+v, %v", page, err)
	}
}

// TestItsWatchMayStartWhatHadFailed: a server that failed before an edit is not broken yet if the edit may start it.
func TestItsWatchMayStartWhatHadFailed(t *testing.T) {
	at := time.Unix(1000, 0)
	for after, want := range map[time.Duration][]string{
		200 * time.Millisecond: {app.VerdictPending, app.VerdictBroken}, noneAfter: {app.VerdictBroken, app.VerdictBroken},
	} {
		for i, file := range []string{"a.py", "b.js"} {
			r := reading{edit: app.Edit{At: at, Files: []string{file}}, now: at.Add(after), own: true}
			r.server.State, r.server.Watching = app.Failed, true
			r.server.Watched = config.Server{Watch: []string{"*.py"}}.Watched
			v := r.judge()
			if v.State != want[i] || strings.Contains(v.Proof, "start it") != (want[i] == app.VerdictBroken) {
				t.Errorf("%s after %s: %s, %s", file, after, v.State, v.Proof)
			}
		}
	}
}

// TestErrorsOfAProcessThatEndedAreNotOfTheEdit: what came before, too, and last before the new process, is left over.
func TestErrorsOfAProcessThatEndedAreNotOfTheEdit(t *testing.T) {
	at := time.Unix(1000, 0)
	for name, c := range map[string]struct {
		since, last time.Duration
		want        signKind
	}{
		"of the old process": {-time.Second, 31 * time.Millisecond, brokenBefore},
		"of the new process": {-time.Second, 300 * time.Millisecond, erred},
		"new":                {31 * time.Millisecond, 31 * time.Millisecond, erred},
	} {
		r := reading{edit: app.Edit{At: at, Files: []string{"a.py"}}, base: app.Edit{At: at.Add(-2 * time.Second)},
			now: at.Add(time.Second), own: true, tree: evidence.Sight{PID: 9, Since: at.Add(200 * time.Millisecond)},
			entries: []digest.Error{{Fingerprint: "f", Level: "error", Since: at.Add(c.since), LastAt: at.Add(c.last)}}}
		r.server.State = app.Ready
		if v := r.judge(); r.against(v).kind != c.want {
			t.Errorf("%s: %v, %+v", name, r.against(v), v)
		}
	}
}

// TestWhatContradictsBeatsWhatConfirms judges a process that is newer than the edit.
func TestWhatContradictsBeatsWhatConfirms(t *testing.T) {
	at := time.Unix(1000, 0)
	edit := app.Edit{At: at, Files: []string{"a.js"}}
	for name, c := range map[string]struct {
		request app.EditRequest
		tree    evidence.Sight
		want    string
	}{
		"well":         {app.EditRequest{Path: "/", Status: 200}, evidence.Sight{}, app.VerdictOK},
		"as before":    {app.EditRequest{Path: "/", Status: 404, Was: 404}, evidence.Sight{}, app.VerdictOK},
		"unknown page": {app.EditRequest{Path: "/", Status: 404}, evidence.Sight{}, app.VerdictNone},
		"page gone": {app.EditRequest{Path: "/", Status: 404, Was: 200, Again: true}, evidence.Sight{},
			app.VerdictBroken},
		"no answer": {app.EditRequest{Path: "/", Said: "it did not answer in time", Again: true}, evidence.Sight{},
			app.VerdictBroken},
		"error": {app.EditRequest{Path: "/", Status: 500, Again: true}, evidence.Sight{}, app.VerdictBroken},
		"bad code": {app.EditRequest{Path: "/a.js", Status: 200, Bad: true, Again: true}, evidence.Sight{},
			app.VerdictBroken},
		"stopped": {app.EditRequest{Path: "/", Status: 200}, evidence.Sight{Stopped: 7}, app.VerdictBroken},
		"nobody accepts": {app.EditRequest{Path: "/", Status: 200}, evidence.Sight{Waits: at.Add(2 * time.Second)},
			app.VerdictBroken},
		"not listening": {app.EditRequest{Path: "/", Status: 200}, evidence.Sight{Closed: 80, ClosedAt: at.Add(time.Second)},
			app.VerdictBroken},
	} {
		c.request.Sent, c.request.At = at.Add(2*time.Second), at.Add(3*time.Second)
		c.tree.PID, c.tree.Since = 9, at.Add(time.Second)
		r := reading{own: true, edit: edit, base: edit, now: at.Add(30 * time.Second), request: &c.request, tree: c.tree}
		r.server.State = app.Ready
		if v := r.judge(); v.State != c.want {
			t.Errorf("%s: %s, want %s: %+v", name, v.State, c.want, v)
		}
	}
}

// TestWorkForOurRequestEndsWithItsAnswer: some tools say that they begin to compile, and nothing at its end.
func TestWorkForOurRequestEndsWithItsAnswer(t *testing.T) {
	at := time.Unix(1000, 0)
	edit := app.Edit{At: at, Files: []string{"a.js"}}
	for began, want := range map[time.Duration]string{time.Second: app.VerdictPending, 3 * time.Second: app.VerdictNone} {
		r := reading{own: true, edit: edit, base: edit, now: at.Add(10 * time.Second),
			built: &Built{State: "begun", At: at.Add(began), Text: "Compiling /_not-found ..."},
			request: &app.EditRequest{Path: "/", Status: 200, From: at.Add(2 * time.Second), Sent: at.Add(4 * time.Second),
				At: at.Add(5 * time.Second)}}
		r.server.State = app.Ready
		if v := r.judge(); v.State != want {
			t.Errorf("%s: %s, want %s: %+v", began, v.State, want, v)
		}
	}
}

// TestOldCodeIsStale judges processes from before the edit.
func TestOldCodeIsStale(t *testing.T) {
	at := time.Unix(1000, 0)
	edit := app.Edit{At: at, Files: []string{"a.py"}}
	for name, c := range map[string]struct {
		tree   evidence.Sight
		loaded bool
		want   string
	}{
		"loads it when it starts": {evidence.Sight{Sources: true}, false, app.VerdictStale},
		"loads others":            {evidence.Sight{}, false, app.VerdictNone},
		"watches it":              {evidence.Sight{Sources: true, Watches: true}, false, app.VerdictNone},
		"loads it on request":     {evidence.Sight{Sources: true}, true, app.VerdictOK},
	} {
		r := reading{own: true, edit: edit, base: edit, now: at.Add(30 * time.Second), tree: c.tree,
			request: &app.EditRequest{Path: "/", Status: 200, Loaded: c.loaded, Sent: at.Add(time.Second),
				At: at.Add(2 * time.Second)}}
		r.server.State = app.Ready
		if v := r.judge(); v.State != c.want {
			t.Errorf("%s: %s, want %s: %+v", name, v.State, c.want, v)
		}
	}
}

// TestBadAnswerIsBlamedOnlyOnWhatLoadedTheEdit judges servers that answer badly, and of which nobody knows whether they
// did so before.
func TestBadAnswerIsBlamedOnlyOnWhatLoadedTheEdit(t *testing.T) {
	at := time.Unix(1000, 0)
	edit := app.Edit{At: at, Files: []string{"a.py"}}
	noise := digest.Error{Message: "KeyError", Fingerprint: "k", Count: 3, Since: at.Add(-time.Hour),
		FirstAt: at.Add(-time.Hour), LastAt: at.Add(9 * time.Second)}
	for name, c := range map[string]struct {
		tree    evidence.Sight
		request app.EditRequest
		errors  []digest.Error
		want    string
	}{
		"runs the code from before":  {evidence.Sight{Sources: true}, app.EditRequest{Status: 500}, nil, app.VerdictStale},
		"answered well before":       {evidence.Sight{Sources: true}, app.EditRequest{Status: 500, Was: 200}, nil, app.VerdictBroken},
		"has not opened the file":    {evidence.Sight{Unread: true}, app.EditRequest{Status: 503}, nil, app.VerdictNone},
		"opened it for the answer":   {evidence.Sight{Sources: true}, app.EditRequest{Status: 500, Loaded: true}, nil, app.VerdictBroken},
		"does without the method":    {evidence.Sight{PID: 9}, app.EditRequest{Status: 501}, nil, app.VerdictNone},
		"is new":                     {evidence.Sight{PID: 9}, app.EditRequest{Status: 500}, nil, app.VerdictBroken},
		"is new, error as before":    {evidence.Sight{PID: 9}, app.EditRequest{Status: 500}, []digest.Error{noise}, app.VerdictNone},
		"is new, drops it as before": {evidence.Sight{PID: 9}, app.EditRequest{Said: "dropped"}, []digest.Error{noise}, app.VerdictNone},
		"is new, was well":           {evidence.Sight{PID: 9}, app.EditRequest{Status: 500, Was: 200}, []digest.Error{noise}, app.VerdictBroken},
	} {
		c.request.Path, c.request.Again, c.request.Sent, c.request.At = "/", true, at.Add(8*time.Second), at.Add(9*time.Second)
		if c.tree.PID != 0 {
			c.tree.Since = at.Add(time.Second)
		}
		r := reading{own: true, edit: edit, base: edit, now: at.Add(30 * time.Second), tree: c.tree, request: &c.request,
			entries: c.errors}
		r.known.Usual = []string{"k"}
		r.server.State = app.Ready
		if v := r.judge(); v.State != c.want {
			t.Errorf("%s: %s, want %s: %+v", name, v.State, c.want, v)
		}
	}
}

// TestWorkerIsWatchedUntilItHasWorked: a new process of a server without a port proves nothing before it was at work for
// as long as the time between two of its lines.
func TestWorkerIsWatchedUntilItHasWorked(t *testing.T) {
	at := time.Unix(1000, 0)
	edit := app.Edit{At: at, Files: []string{"a.py"}}
	for _, c := range []struct {
		pause, after time.Duration
		url          string
		want         string
	}{
		{0, 1500 * time.Millisecond, "http://localhost:80", app.VerdictOK},
		{0, 1500 * time.Millisecond, "", app.VerdictPending},
		{0, 4 * time.Second, "", app.VerdictOK},
		{3 * time.Second, 5 * time.Second, "", app.VerdictPending},
		{3 * time.Second, 8 * time.Second, "", app.VerdictOK},
		{time.Hour, 4 * time.Second, "", app.VerdictOK}, // too rare to be waited for
	} {
		r := reading{own: true, edit: edit, base: edit, now: at.Add(c.after), pause: c.pause,
			tree: evidence.Sight{PID: 9, Since: at.Add(100 * time.Millisecond)}}
		r.server.State, r.server.URL = app.Ready, c.url
		if v := r.judge(); v.State != c.want {
			t.Errorf("%+v: %s: %+v", c, v.State, v)
		}
	}
}

// TestSilentWorkersAreNotOK: a new process that no request can reach has to print as the one before it did.
func TestSilentWorkersAreNotOK(t *testing.T) {
	t.Parallel()
	at := time.Now()
	edit := app.Edit{At: at, Files: []string{"job.py"}}
	for _, c := range []struct {
		rest, said time.Duration // the longest pause before, and when it printed last
		url, want  string
	}{
		{400 * time.Millisecond, 200 * time.Millisecond, "", app.VerdictNone},
		{400 * time.Millisecond, 3900 * time.Millisecond, "", app.VerdictOK},
		{400 * time.Millisecond, 200 * time.Millisecond, "http://localhost:80", app.VerdictOK},
		{time.Minute, 200 * time.Millisecond, "", app.VerdictOK},
		{0, 200 * time.Millisecond, "", app.VerdictOK},
	} {
		r := reading{own: true, edit: edit, base: edit, now: at.Add(4 * time.Second), rest: c.rest,
			lastLine: at.Add(c.said), tree: evidence.Sight{PID: 9, Since: at.Add(100 * time.Millisecond)}}
		r.server.State, r.server.URL = app.Ready, c.url
		if v := r.judge(); v.State != c.want {
			t.Errorf("%+v: %s: %+v", c, v.State, v)
		}
	}
}

// TestWorkerThatLoadsFilesOnceItIsReadyIsStale: a server without a port is ready before it has loaded anything.
func TestWorkerThatLoadsFilesOnceItIsReadyIsStale(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells which files are opened")
	}
	w := newWorld(t)
	p := &printer{world: w, dir: w.Dirs.Home + "/shop"}
	w.Files("shop", map[string]string{"job.sh": "echo loaded >> said.log\n"})
	w.Script("shop", "w", "while [ ! -e go.log ]; do sleep 0.05; done\n. ./job.sh\necho >> done.log\nwhile :; do sleep 1; done\n")
	p.ref = app.Ref{Project: w.Project("shop", "servers:\n  web: {command: ./w}\n"), Name: "web"}
	w.MustStart(p.ref)
	w.Files("shop", map[string]string{"go.log": ""})
	fc.Until(t, "the job is done", func() bool { // a shell reads a script as it runs it
		_, err := os.Stat(p.dir + "/done.log")
		return err == nil
	})
	p.edit("job.sh")
	page, err := w.edits.AwaitEdit(t.Context(), p.ref.Project, false)
	if v := page.Of(p.ref); err != nil || v == nil || v.State != app.VerdictStale {
		t.Errorf("%+v, %v", page, err)
	}
}

// TestErrorIsNotBlamedOnAFileThatNobodyRead: what a server prints that has not reacted has another cause.
func TestErrorIsNotBlamedOnAFileThatNobodyRead(t *testing.T) {
	t.Parallel()
	dir, at := t.TempDir(), time.Now().Add(-time.Second) // the clock of reads is some milliseconds behind
	file := dir + "/flag"
	if err := os.WriteFile(file, []byte("on"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, at.Add(-time.Hour), at); err != nil { // read before it was written last
		t.Fatal(err)
	}
	if !sources.Unread(file) {
		fc.Lacks(t, "a file system that tells when a file was read")
	}
	pipe := digest.Error{Level: "error", Message: "BrokenPipeError", Fingerprint: "p", Since: at.Add(time.Second),
		LastAt: at.Add(time.Second)}
	edit := app.Edit{At: at, Files: []string{"flag"}}
	r := reading{own: true, edit: edit, base: edit, now: at.Add(time.Minute), entries: []digest.Error{pipe}}
	r.server.State, r.server.Root = app.Ready, dir
	if v := r.judge(); v.State != app.VerdictNone || len(v.Still) != 1 {
		t.Errorf("%+v", v)
	}
	if _, err := os.ReadFile(file); err != nil {
		t.Fatal(err)
	}
	if v := r.judge(); v.State != app.VerdictBroken || len(v.New) != 1 {
		t.Errorf("read: %+v", v)
	}
}

// TestNothingCountsUntilTheNewCodeRuns judges servers soon after an edit: the process from before still answers, a new one
// does not accept yet, or an error of before was printed again by code from before.
func TestNothingCountsUntilTheNewCodeRuns(t *testing.T) {
	at := time.Unix(1000, 0)
	edit := app.Edit{Number: 2, At: at, Files: []string{"a.py"}}
	old := digest.Error{Level: "error", Message: "KeyError", File: "a.py", Fingerprint: "k", Count: 3,
		Since: at.Add(-time.Minute), LastAt: at.Add(300 * time.Millisecond)}
	for name, c := range map[string]struct {
		tree    evidence.Sight
		plain   string
		status  int
		entries []digest.Error
		after   time.Duration
	}{
		"good answer": {evidence.Sight{}, "Detected change, reloading", 200, nil, time.Second},
		"bad answer":  {evidence.Sight{}, "Detected change, reloading", 500, nil, time.Second},
		"again":       {evidence.Sight{Sources: true}, "", 500, []digest.Error{old}, time.Second},
		"slow process": {evidence.Sight{PID: 9, Since: at.Add(2 * time.Second), Waits: at.Add(2 * time.Second)}, "", 0, nil,
			5 * time.Second},
	} {
		r := reading{own: true, edit: edit, base: app.Edit{At: at.Add(-2 * time.Minute)}, now: at.Add(c.after),
			tree: c.tree, entries: c.entries}
		if c.plain != "" {
			r.plain = text.PrintedLine{Text: c.plain, At: at.Add(100 * time.Millisecond)}
		}
		if c.status != 0 {
			r.request = &app.EditRequest{Path: "/", Status: c.status, Again: c.status == 500,
				Sent: at.Add(200 * time.Millisecond), At: at.Add(300 * time.Millisecond)}
		}
		r.server.State, r.known.Listen = app.Ready, []time.Duration{2 * time.Second}
		if v := r.judge(); v.State != app.VerdictPending {
			t.Errorf("%s: %s: %+v", name, v.State, v)
		}
	}
}

// TestOnlyANewProcessProvesARestart: a restarter reads the edited file, says so, and takes its time, while the process
// from before answers well.
func TestOnlyANewProcessProvesARestart(t *testing.T) {
	at := time.Unix(1000, 0)
	edit := app.Edit{Number: 2, At: at, Files: []string{"a.py"}}
	renews := standing{Reloads: true, Renews: true}
	for name, c := range map[string]struct {
		built *Built
		plain string
		tree  evidence.Sight
		known standing
		want  string
	}{
		"announced":         {&Built{State: "begun", restart: true}, "", evidence.Sight{}, standing{}, app.VerdictPending},
		"announced, is new": {&Built{State: "begun", restart: true}, "", evidence.Sight{PID: 9}, standing{}, app.VerdictOK},
		"spoke":             {nil, "files have changed", evidence.Sight{Sources: true}, renews, app.VerdictNone},
		"spoke, is new":     {nil, "files have changed", evidence.Sight{PID: 9}, renews, app.VerdictOK},
		"read by another":   {nil, "", evidence.Sight{Sources: true, Others: true, Traced: true}, standing{}, app.VerdictStale},
		"opens not known":   {nil, "", evidence.Sight{Sources: true, Others: true}, standing{}, app.VerdictOK},
		"in a container":    {&Built{State: "begun", restart: true}, "", evidence.Sight{Hidden: true}, standing{}, app.VerdictOK},
		"read by itself":    {nil, "", evidence.Sight{Sources: true}, standing{}, app.VerdictOK},
		"read a template":   {nil, "", evidence.Sight{Others: true}, renews, app.VerdictOK},
	} {
		r := reading{edit: edit, base: edit, now: at.Add(6 * time.Second), built: c.built, tree: c.tree, known: c.known}
		if r.built != nil {
			r.built.At, r.built.Text = at.Add(time.Second), "Restarting"
		}
		if c.plain != "" {
			r.plain = text.PrintedLine{Text: c.plain, At: at.Add(time.Second)}
		}
		r.tree.Since = at.Add(time.Second)
		r.request = &app.EditRequest{Path: "/", Status: 200, Was: 200, Loaded: true, Sent: at.Add(5 * time.Second),
			At: at.Add(5100 * time.Millisecond)}
		r.own, r.server.State = true, app.Ready
		if v := r.judge(); v.State != c.want {
			t.Errorf("%s: %s, want %s: %+v", name, v.State, c.want, v)
		}
	}
}

// TestReadOfABuilderConfirmsNothing: what compiles the program reads the edited file, too.
func TestReadOfABuilderConfirmsNothing(t *testing.T) {
	at := time.Unix(1000, 0)
	edit := app.Edit{At: at, Files: []string{"a.go"}}
	for began, want := range map[time.Duration]string{time.Second: app.VerdictPending, 0: app.VerdictOK} {
		r := reading{own: true, edit: edit, base: edit, now: at.Add(3 * time.Second), request: &app.EditRequest{Path: "/",
			Status: 200, Loaded: true, From: at.Add(1100 * time.Millisecond), Sent: at.Add(1100 * time.Millisecond),
			At: at.Add(1200 * time.Millisecond)}}
		if began > 0 {
			r.built = &Built{State: "begun", At: at.Add(began), Text: "building..."}
		}
		r.server.State = app.Ready
		if v := r.judge(); v.State != want {
			t.Errorf("%s: %s, want %s: %+v", began, v.State, want, v)
		}
	}
}

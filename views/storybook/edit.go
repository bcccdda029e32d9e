package storybook

import (
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/views"
)

// edits is a project with a server for each verdict on an edit, and with servers that look after themselves.
func (t teller) edits() *views.GroupView {
	b := &views.GroupView{Home: "/home/me", ProjectView: app.ProjectView{ID: "shop", Path: "/home/me/code/shop",
		Trust: "trusted"}}
	add := func(st app.Status, v *app.Verdict, e *app.Edit) {
		b.Servers = append(b.Servers, st)
		b.ServerRows = append(b.ServerRows, views.ServerView{Status: st, Trust: b.Trust, Now: t.now, Past: t.past(),
			Verdict: v, Edit: e})
	}
	one := &app.Edit{Number: 1, At: t.now.Add(-4 * time.Second), Files: []string{"src/main.js"}}
	many := &app.Edit{Number: 2, At: t.now.Add(-4 * time.Second),
		Files: []string{"src/App.jsx", hostile + ".js", "a.js", "b.js"}, More: 7}
	few := &app.Edit{Number: 3, At: t.now.Add(-4 * time.Second), Files: []string{"shop/cart.py", "shop/urls.py"}}
	up := func(name string) app.Status { return t.up(t.status(name, app.Ready, "npm run "+name)) }
	reacted := t.ago(3700 * time.Millisecond)
	errors := []digest.Error{
		{Kind: "log", Level: "error", Message: hostile, From: 190, Last: 190, Count: 1},
		{Kind: "vite", Level: "error", Message: "Unexpected token", File: "src/App.jsx", Line: 7, Column: 3, From: 200,
			Last: 212, Count: 1},
	}
	add(up("good"), &app.Verdict{State: app.VerdictOK, ReactedAt: reacted, Reaction: "[vite] hmr update /src/main.js",
		Fixed: errors[:1]}, one)
	bad := up("bad")
	bad.Errors = 2
	add(bad, &app.Verdict{State: app.VerdictBroken, ReactedAt: reacted, Reaction: hostile, New: errors, Left: 3}, many)
	b.ServerRows[1].ErrorList = errors
	hurt := up("hurt")
	hurt.Errors = 1
	add(hurt, &app.Verdict{State: app.VerdictBroken,
		New: []digest.Error{{Kind: "log", Level: "error", Message: hostile, File: hostile, Line: 3, From: 9, Last: 9,
			Count: 1}}}, one)
	add(up("pending"), &app.Verdict{State: app.VerdictPending}, few)
	add(up("none"), &app.Verdict{State: app.VerdictNone}, many)
	add(up("stale"), &app.Verdict{State: app.VerdictStale,
		Proof: "GET / answered 200, it still runs the code from before: restart it, or watch"}, one)
	add(t.ended("ended"), &app.Verdict{State: app.VerdictBroken}, one)
	again := up("restarted")
	again.StartedAt = reacted
	add(again, &app.Verdict{State: app.VerdictOK, ReactedAt: reacted, Reaction: "restarted"}, one)
	t.minded(add)
	b.Edited = app.EditPage{Project: "shop", Edit: many, Watched: true, State: app.VerdictBroken, Verdicts: []app.Verdict{
		{Server: "shop/good", State: app.VerdictOK}, {Server: "shop/bad", State: app.VerdictBroken}, {Server: "shop/hurt",
			State: app.VerdictBroken}}}
	return b
}

// ended is a server that an edit has brought down.
func (t teller) ended(name string) app.Status {
	st, code := t.status(name, app.Failed, "node server.js"), 1
	st.Exit, st.Reason = &app.Exit{Code: &code, At: t.now}, "exited with code 1 after 3m"
	return st
}

// minded adds servers that are watched, checked and started again on their own.
func (t teller) minded(add func(app.Status, *app.Verdict, *app.Edit)) {
	unhealthy := t.up(t.status("unhealthy", app.Failing, "python manage.py runserver $PORT"))
	unhealthy.URL, unhealthy.Reason = "http://localhost:8000",
		"3 liveness checks in a row failed: http://localhost:8000/healthz answers 503"
	add(unhealthy, nil, nil)
	off := t.up(t.status("watch-off", app.Ready, "node watch.js"))
	off.WatchOff = `watch is off until the next start: own.txt changed right after each of 5 starts, so this server seems to write it; leave it out with "!own.txt"`
	add(off, nil, nil)
	retry := t.status("backoff", app.Failed, "ssh -N tunnel")
	retry.Reason, retry.Retry = "exited with code 255 after 0.3s",
		&app.Retry{Attempt: 3, Of: 5, At: t.now.Add(4 * time.Second)}
	add(retry, nil, nil)
}

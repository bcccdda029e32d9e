package views

import (
	"strings"
	"testing"
	"time"

	"devservers/app"
)

// sentences returns the texts of rows.
func sentences(rows []ActivityRow) (list []string) {
	for _, r := range rows {
		text := ""
		for _, p := range r.Parts {
			text += p.Text
		}
		list = append(list, r.Mood+": "+text)
	}
	return list
}

func TestActivityFoldsCrashLoops(t *testing.T) {
	one, begin := 1, time.Now()
	at := func(s int) time.Time { return begin.Add(time.Duration(s) * time.Second) }
	crash := func(s int, server string, retry bool) app.Event {
		e := app.Event{Number: int64(s), Time: at(s), Event: app.EventExit, Project: "shop", Server: "shop/" + server, Run: "r",
			Message: "exited with code 1", Kind: "server", Exit: &app.Exit{Code: &one}}
		if retry {
			e.Retry = &app.Retry{}
		}
		return e
	}
	failure := func(s int) app.Event {
		return app.Event{Number: int64(s), Time: at(s), Event: app.EventError, Project: "shop", Server: "shop/mailer",
			Message: "no module"}
	}
	got := strings.Join(sentences(ActivityEvents([]app.Event{failure(1), crash(2, "mailer", true), failure(3),
		crash(4, "web", false), crash(5, "mailer", true), crash(19, "mailer", false), crash(30, "mailer", false)})), "\n")
	want := `bad: shop/mailer printed an error: no module
bad: shop/mailer crashed 3 times in 17s, gave up: exited with code 1
bad: shop/web exited with code 1
bad: shop/mailer exited with code 1`
	if got != want {
		t.Errorf("%s", got)
	}
	person := app.Event{Event: app.EventStarted, Server: "shop/mailer", Actor: &app.Actor{Kind: app.ActorCLI}}
	if list := sentences(ActivityEvents([]app.Event{crash(1, "mailer", true), person, crash(3, "mailer", false)})); len(list) !=
		2 {
		t.Errorf("a start by a person is within a loop: %q", list)
	}
}

func TestActivityHasOneRowForAnEdit(t *testing.T) {
	edit := func(s int, server, verdict string, files ...string) app.Event {
		return app.Event{Number: int64(s), Time: time.Unix(int64(s), 0), Event: app.EventEdit, Project: "shop",
			Server: "shop/" + server, Verdict: verdict, Files: files}
	}
	got := strings.Join(sentences(ActivityEvents([]app.Event{edit(1, "backend", app.VerdictOK, "cart.js"),
		edit(2, "web", app.VerdictBroken, "cart.js"), edit(3, "web", app.VerdictOK, "cart.js"),
		edit(4, "api", app.VerdictOK, "other.js"), edit(90, "api", app.VerdictOK, "cart.js")})), "\n")
	want := `bad: The edit of cart.js: web broken, backend ok
good: shop/web took the edit of cart.js
good: shop/api took the edit of other.js
good: shop/api took the edit of cart.js`
	if got != want {
		t.Errorf("%s", got)
	}
}

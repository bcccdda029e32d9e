package views

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/record/history"
)

// ActivityView is the page of what happened, and who did it.
type ActivityView struct {
	Ask  ActivityAsk
	Rows []ActivityRow // newest first
	Now  time.Time
}

// ActivityAsk is the filter in the address of the page.
type ActivityAsk struct {
	Who     string // agents, me, auto, or "" for everything; also a kind of actor or the name of a client
	Action  string
	Target  string // a project, or project/server
	Since   string
	Trouble bool // only what went wrong
	Most    int  // the newest ones; 0 = all that the page shows
}

// Query returns the query of the address.
func (a ActivityAsk) Query() url.Values {
	q := url.Values{}
	for name, text := range map[string]string{"actor": a.Who, "action": a.Action, "target": a.Target, "since": a.Since,
		"trouble": map[bool]string{true: "1"}[a.Trouble], "most": map[bool]string{true: strconv.Itoa(a.Most)}[a.Most > 0]} {
		if text != "" {
			q.Set(name, text)
		}
	}
	return q
}

// hidden returns the names in the query that the form has no field for.
func (a ActivityAsk) hidden() []string {
	q := a.Query()
	q.Del("target")
	return slices.Sorted(maps.Keys(q))
}

func (a ActivityAsk) with(change func(*ActivityAsk)) templPath {
	change(&a)
	if q := a.Query().Encode(); q != "" {
		return templPath("/activity?" + q)
	}
	return "/activity"
}

// ActivityRow is a sentence about something that happened.
type ActivityRow struct {
	ID    string
	At    time.Time
	Shape string // of its mark; "" = none
	Mood  string
	Parts []Part
	Right []Part  // how it went
	Calm  bool    // it hardly matters
	Reset app.Ref // the server whose overlay a button removes; the zero Ref = no button
}

// Part is a piece of a sentence.
type Part struct {
	Text, Link string
	Strong     bool
	Mono       bool
}

// activityActor returns who did something, as the subject of a sentence.
func activityActor(a app.Actor) string {
	switch a.Kind {
	case app.ActorCLI, app.ActorUI:
		return "You"
	case app.ActorMCP, app.ActorShell:
		return cmp.Or(words.Client(a.Client), "An agent")
	case app.ActorAPI:
		return cmp.Or(words.Client(a.Client), "A script")
	case app.ActorIdle:
		return "The idle timeout"
	case app.ActorWatch:
		return "An edit of a watched file"
	case app.ActorVisit:
		return "A request"
	case app.ActorCrash:
		return "The restart policy"
	}
	return words.Capital(words.Actor(string(a.Kind), ""))
}

// ActivityReads returns the row of what an agent read.
func ActivityReads(r history.Reads) ActivityRow {
	row := ActivityRow{ID: "r" + strconv.FormatInt(r.From.UnixNano(), 36), At: r.From, Calm: true}
	row.Parts = []Part{{Text: activityActor(r.Actor), Strong: true},
		{Text: " read " + words.Count(r.Count, "time") + ": "}}
	names := slices.Collect(maps.Keys(r.What))
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(r.What[b]-r.What[a], strings.Compare(a, b)) })
	for i, name := range names {
		names[i] = strings.ToLower(name) + " " + strconv.Itoa(r.What[name])
	}
	row.Parts = append(row.Parts, Part{Text: strings.Join(names, ", ")})
	if len(r.Targets) == 1 && strings.Contains(r.Targets[0], "/") {
		row.Parts = append(append(row.Parts, Part{Text: ", of "}), targetPart(words.Clean(r.Targets[0], 80))...)
	}
	return row
}

// ActivityEvent returns the row of something that happened on its own; false if the page doesn't show it.
func ActivityEvent(e app.Event) (r ActivityRow, ok bool) {
	r = ActivityRow{ID: "e" + strconv.FormatInt(e.Number, 36), At: e.Time, Parts: targetPart(cmp.Or(e.Server, e.Project))}
	say := func(shape, mood, text string) (ActivityRow, bool) {
		r.Shape, r.Mood = shape, mood
		r.Parts = append(r.Parts, Part{Text: text})
		return r, true
	}
	switch e.Event {
	case app.EventFailing:
		return say("failing", "bad", " stopped serving: "+e.Message)
	case app.EventRecovered:
		return say("check", "good", " serves again")
	case app.EventExit:
		return r.exit(e)
	case app.EventError:
		row, _ := say("failed", "bad", " printed an error: ")
		row.Parts = append(row.Parts, Part{Text: e.Message, Link: activityError(e)})
		return row, true
	case app.EventEdit:
		return r.edit(e)
	case app.EventHookFailed, app.EventMemory, app.EventConfigBroken:
		return say("warn", "busy", ": "+e.Message)
	}
	return r, false
}

package session

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/record/history"
	"devservers/mcp/render"
)

// most bounds the notices of one answer.
const most = 6

// did is what an action did, in the past tense; an action that isn't here is not reported.
var did = map[history.Action]string{
	history.Start: "started", history.Stop: "stopped", history.Restart: "restarted", history.Run: "ran",
	history.Pin: "pinned", history.Unpin: "unpinned", history.SetEnv: "changed env or port of",
	history.ResetEnv: "undid changes of env or port of", history.Register: "registered", history.Forget: "removed",
	history.Trust: "trusted", history.Input: "typed into", history.Signal: "sent a signal to",
	history.Adopt: "adopted", history.Crash: "crashed", history.Up: "made a branch's environment of",
	history.Down: "removed a branch's environment of", history.Host: "changed the host", history.HostAway: "lost the host",
	history.HostBack: "reached again the host",
}

// lifecycle is the actions of which several in a row are one notice.
var lifecycle = []history.Action{history.Start, history.Stop, history.Restart}

// notice is what an actor did to a target, once or several times.
type notice struct {
	newest  history.Entry
	actions []history.Action // the newest last
	times   map[history.Action]int
}

// Notices describes deeds, whose order is that of their ends; the newest come last.
func Notices(deeds []history.Entry) []string {
	var list []*notice
	for _, e := range deeds {
		if did[e.Action] == "" || e.Result != "ok" {
			continue
		}
		n := &notice{times: map[history.Action]int{}}
		if at := slices.IndexFunc(list, func(n *notice) bool { return n.takes(e) }); at >= 0 {
			n = list[at]
			list = slices.Delete(list, at, at+1)
		}
		n.add(e)
		list = append(list, n)
	}
	var lines []string
	if more := len(list) - most; more > 0 {
		lines, list = append(lines, words.Count(more, "older notice")+" left out"), list[more:]
	}
	return append(lines, words.Each(list, (*notice).String)...)
}

// takes reports whether e is one more of the same.
func (n *notice) takes(e history.Entry) bool {
	same := n.newest.Action == e.Action ||
		slices.Contains(lifecycle, n.newest.Action) && slices.Contains(lifecycle, e.Action)
	return same && n.newest.Target == e.Target && n.newest.Actor == e.Actor
}

func (n *notice) add(e history.Entry) {
	n.newest = e
	n.times[e.Action]++
	n.actions = append(slices.DeleteFunc(n.actions, func(a history.Action) bool { return a == e.Action }), e.Action)
}

func (n *notice) String() string {
	done := words.Each(n.actions, func(a history.Action) string {
		if n.times[a] > 1 {
			return fmt.Sprintf("%s (x%d)", did[a], n.times[a])
		}
		return did[a]
	})
	e := n.newest
	target, ago := render.Tidy(e.Target, 100), words.Ago(time.Since(e.EndedAt()))
	if e.Action == history.Crash {
		return fmt.Sprintf("%s %s %s: %s", target, done[0], ago, render.Tidy(e.Detail, 100))
	}
	return strings.Join([]string{who(e.Actor), words.And(done), target, ago}, " ")
}

// who names an actor: a person has no client.
func who(a app.Actor) string {
	switch {
	case a.Kind == app.ActorMCP:
		return render.Tidy(a.Client, 60)
	case a.Kind == app.ActorShell:
		return render.Tidy(a.Client, 60) + " (in its shell)"
	case a.Kind == app.ActorCLI || a.Kind == app.ActorUI || a.Kind == app.ActorAPI:
		return "a person"
	}
	return a.String()
}

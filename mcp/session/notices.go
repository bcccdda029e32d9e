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

// NoticeQuery selects notices for a caller.
type NoticeQuery struct {
	Since   time.Time
	Name    string  // of the client, whose own doings are no news to it
	Project string  // only about this one; "" = all
	About   app.Ref // what the call is about: its answer already reports whether that crashed
}

// most bounds the notices of one answer.
const most = 6

// did is what an action did, in the past tense; an action that isn't here is not reported.
var did = map[history.Action]string{
	history.Start: "started", history.Stop: "stopped", history.Restart: "restarted", history.Run: "ran",
	history.Pin:   "pinned",
	history.Unpin: "unpinned", history.SetEnv: "changed env or port of",
	history.ResetEnv: "undid changes of env or port of",
	history.Register: "registered", history.Forget: "removed", history.Trust: "trusted", history.Input: "typed into",
	history.Signal: "sent a signal to",
}

// NoticesOf returns the notices, the oldest first. same is what another session of the same client did.
func NoticesOf(h *history.Store, log *history.Events, same []history.Entry, q NoticeQuery) []string {
	entries, _ := h.Query(history.Query{Since: q.Since, Limit: 100}) // without the history the crashes are left
	entries = slices.DeleteFunc(entries, func(e history.Entry) bool {
		return e.Actor.Client == q.Name &&
			e.Actor.IsAgent()
	})
	slices.Reverse(entries)
	entries = append(entries, same...)
	var list []string
	for _, e := range entries {
		if done := did[e.Action]; done != "" && e.Result == "ok" && e.Time.After(q.Since) && q.wants(e.Target) {
			list = append(list, fmt.Sprintf("%s %s %s %s", who(e.Actor), done, render.Tidy(e.Target, 100),
				words.Ago(time.Since(e.Time))))
		}
	}
	for _, e := range log.Page(app.EventQuery{Since: q.Since, Events: []string{app.EventExit},
		Limit: history.MaxEvents}).Events {
		if e.Crash() && e.Time.After(q.Since) && q.wants(e.Server) && e.Ref() != q.About {
			list = append(list, fmt.Sprintf("%s crashed %s: %s", e.Server, words.Ago(time.Since(e.Time)),
				render.Tidy(e.Exit.String(), 100)))
		}
	}
	list = slices.Compact(list)
	if more := len(list) - most; more > 0 {
		list = append([]string{words.Count(more, "older notice") + " left out"}, list[more:]...)
	}
	return list
}

// wants reports whether a target is in the project of the query.
func (q NoticeQuery) wants(target string) bool {
	project, _, _ := strings.Cut(target, "/")
	return q.Project == "" || project == q.Project
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

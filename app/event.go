package app

import (
	"strings"
	"time"

	"devservers/app/config"
	"devservers/app/digest"
)

// Event is one thing that happened to a server, a task or a project: a value that never changes. Requests
// are in the history as a HistoryEntry; their effects are events.
type Event struct {
	Number  int64         `json:"number"` // one more than the event before; those of a later manager are higher
	Time    time.Time     `json:"time"`
	Event   string        `json:"event"` // started, ready, failed, exit, unhealthy, healthy, error, fixed, edit, config, config_broken, trust, hook_failed
	Project string        `json:"project"`
	Server  string        `json:"server,omitempty"` // project/server; none when it is about the whole project
	Kind    config.Kind   `json:"kind,omitempty"`   // server or task
	Run     string        `json:"run,omitempty"`
	Message string        `json:"message"`         // one line for people: untrusted text where it quotes output
	Actor   *Actor        `json:"actor,omitempty"` // who asked for the start, or for the end
	URL     string        `json:"url,omitempty"`   // of ready
	Code    Code          `json:"code,omitempty"`  // of failed
	State   State         `json:"state,omitempty"` // of exit: what the server is now: stopped, sleeping, exited, backoff
	Exit    *Exit         `json:"exit,omitempty"`  // of exit
	Retry   *Retry        `json:"retry,omitempty"` // of exit: the start that follows by itself
	Error   *digest.Error `json:"error,omitempty"` // of error and fixed
	More    int           `json:"more,omitempty"`  // of error and fixed: so many came with it that are not told one by one
	Verdict string        `json:"verdict,omitempty"`
	Files   []string      `json:"files,omitempty"`   // of edit: that were changed, at most 20
	Changed []string      `json:"changed,omitempty"` // of config: names of what the server would be given otherwise now
}

// The values of Event.Event.
const (
	EventStarted      = "started"
	EventReady        = "ready"
	EventFailed       = "failed" // it could not be started, or is not ready in time; a run that has ended is told by exit
	EventExit         = "exit"
	EventUnhealthy    = "unhealthy"
	EventHealthy      = "healthy"
	EventError        = "error" // it printed a new one
	EventFixed        = "fixed"
	EventEdit         = "edit"   // the verdict on one: good or bad
	EventConfig       = "config" // devservers.yml or an env file has changed, or can be read again
	EventConfigBroken = "config_broken"
	EventTrust        = "trust" // a person has to look at what devservers.yml says now
	EventHookFailed   = "hook_failed"
)

// EventKinds lists the values of Event.Event.
func EventKinds() []string {
	return []string{EventStarted, EventReady, EventFailed, EventExit, EventUnhealthy, EventHealthy, EventError, EventFixed, EventEdit, EventConfig, EventConfigBroken, EventTrust, EventHookFailed}
}

// Crash tells whether it is the end of a server's run that nobody asked for, and that was no good one.
func (h Event) Crash() bool {
	if h.Event != EventExit || h.Kind == config.KindTask || h.Exit == nil {
		return false
	}
	switch h.Exit.Cause {
	case CauseAsked, CauseShutdown, CauseIdle:
		return false
	}
	return h.Exit.Code == nil || *h.Exit.Code != 0 || h.Exit.Cause != CauseNone
}

// Ref names what h is about; without a Name when that is the whole project.
func (h Event) Ref() Ref {
	_, name, _ := strings.Cut(h.Server, "/")
	return Ref{h.Project, name}
}

// EventQuery picks events; the zero value is the newest DefaultEvents of all.
type EventQuery struct {
	After   int64     // only those with a higher number
	Since   time.Time // zero = no bound
	Targets []string  // projects, and servers as project/server; none = all
	Events  []string  // values of Event.Event; none = all
	Limit   int       // the newest ones; 0 = DefaultEvents
}

// EventPage is a page of events, the newest last.
type EventPage struct {
	Events []Event `json:"events"`
	Last   int64   `json:"last"`           // ask for those after it to go on
	Left   string  `json:"left,omitempty"` // in words: what was left out
}

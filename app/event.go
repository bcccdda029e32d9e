package app

import (
	"strings"
	"time"

	"devservers/app/config"
	"devservers/app/digest"
)

// Event is something that happened to a server, a task or a project. It never changes. Requests are in the history;
// their effects are events.
type Event struct {
	Number int64     `json:"number"` // one more than the event before; a later manager's are higher
	Time   time.Time `json:"time"`
	// started, ready, failed, exit, failing, recovered, error, fixed, edit, config, config_broken, trust, hook_failed,
	// memory
	Event   string        `json:"event"`
	Project string        `json:"project"`
	Server  string        `json:"server,omitempty"` // project/server; "" if it is about the whole project
	Kind    config.Kind   `json:"kind,omitempty"`   // server or task
	Run     string        `json:"run,omitempty"`
	Message string        `json:"message"`         // one line for people: untrusted text where it quotes output
	Actor   *Actor        `json:"actor,omitempty"` // who requested the start or the stop
	URL     string        `json:"url,omitempty"`   // of ready
	Code    Code          `json:"code,omitempty"`  // of failed
	State   State         `json:"state,omitempty"` // of exit, failing and recovered: what the server is now
	Exit    *Exit         `json:"exit,omitempty"`  // of exit
	Retry   *Retry        `json:"retry,omitempty"` // of exit: the automatic start that follows
	Error   *digest.Error `json:"error,omitempty"` // of error and fixed
	// of error and fixed: how many more came with it without events of their own
	More    int      `json:"more,omitempty"`
	Verdict string   `json:"verdict,omitempty"`
	Files   []string `json:"files,omitempty"` // of edit: at most 20
	// of config: names of keys and variables that differ from those the server was started with
	Changed []string `json:"changed,omitempty"`
}

// Values of Event.Event.
const (
	EventStarted      = "started"
	EventReady        = "ready"
	EventFailed       = "failed" // it could not be started or was not ready in time; the end of a run is an exit
	EventExit         = "exit"
	EventFailing      = "failing" // it was ready, and nothing listens or its liveness check fails
	EventRecovered    = "recovered"
	EventError        = "error" // it printed a new error
	EventFixed        = "fixed"
	EventEdit         = "edit"   // a verdict: good or bad
	EventConfig       = "config" // devservers.yml or an env file has changed, or can be read again
	EventConfigBroken = "config_broken"
	EventTrust        = "trust" // a person must review devservers.yml
	EventHookFailed   = "hook_failed"
	EventMemory       = "memory" // it uses much memory, but less than its limit
)

// EventKinds returns the values of Event.Event.
func EventKinds() []string {
	return []string{EventStarted, EventReady, EventFailed, EventExit, EventFailing, EventRecovered, EventError, EventFixed,
		EventEdit, EventConfig, EventConfigBroken, EventTrust, EventHookFailed, EventMemory}
}

// Crash reports whether a run of a server ended unasked and unsuccessfully.
func (h Event) Crash() bool {
	return h.Event == EventExit && !h.Kind.IsTask() && h.Exit.ByItself() && !h.Exit.Well()
}

// Ref returns what h is about; without a Name if that is the whole project.
func (h Event) Ref() Ref {
	_, name, _ := strings.Cut(h.Server, "/")
	return Ref{h.Project, name}
}

// EventQuery selects events; the zero value selects the newest 100.
type EventQuery struct {
	After   int64     // only events with a higher number
	Since   time.Time // zero = no bound
	Targets []string  // projects, and servers as project/server; none = all
	Events  []string  // values of Event.Event; none = all
	Limit   int       // the newest ones; 0 = 100
}

// EventPage is a page of events, the newest last.
type EventPage struct {
	Events []Event `json:"events"`
	Last   int64   `json:"last"`           // continue after it
	Left   string  `json:"left,omitempty"` // in words: what was left out
}

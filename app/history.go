package app

import "time"

// Event is one thing that somebody asked for, and what came of it. It holds no output and no environment values.
type Event struct {
	Time     time.Time      `json:"time"`
	Actor    Actor          `json:"actor"`
	Action   string         `json:"action"`           // start, stop, restart, run, set-env, reset-env, register, forget, trust, input, signal, shutdown
	Target   string         `json:"target,omitempty"` // project, or project/server
	Args     map[string]any `json:"args,omitempty"`
	Result   string         `json:"result"` // ok, or the error's code
	Detail   string         `json:"detail,omitempty"`
	Run      string         `json:"run,omitempty"`
	Duration int64          `json:"duration_ms"`
}

// HistoryQuery picks events; the zero value is the newest DefaultEvents of them.
type HistoryQuery struct {
	Limit  int       // most events; 0 = DefaultEvents
	Since  time.Time // zero = no bound
	Actor  string    // kind or client of the actor
	Target string    // project/server, or a project for it and all its servers
	Action string
}

// The bounds of one answer about the past.
const (
	DefaultEvents = 100
	MaxEvents     = 1000
)

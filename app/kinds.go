package app

import (
	"devservers/app/run"
	"devservers/app/words"
)

// ActorKind is the door through which a request came, or the rule that made it.
type ActorKind string

// The kinds of actors.
const (
	ActorCLI   ActorKind = "cli"
	ActorUI    ActorKind = "ui"
	ActorAPI   ActorKind = "api"
	ActorMCP   ActorKind = "mcp"
	ActorShell ActorKind = "shell" // the command line in an agent's shell
	ActorIdle  ActorKind = "idle"  // the idle timeout
	ActorWatch ActorKind = "watch" // a watched file changed
	ActorVisit ActorKind = "visit" // a request for its host name
	ActorCrash ActorKind = "crash" // the restart policy, or a limit that a run exceeded
)

// Actor is who made a request.
type Actor struct {
	Kind   ActorKind `json:"kind"`
	Client string    `json:"client,omitempty"` // as the client calls itself: untrusted text
}

// String returns a as part of a sentence, such as "mcp (claude-code)".
func (a Actor) String() string { return words.Actor(string(a.Kind), a.Client) }

// IsAgent reports whether a coding agent made the request, over MCP or in its shell.
func (a Actor) IsAgent() bool { return a.Kind == ActorMCP || a.Kind == ActorShell }

// Automatic reports whether a rule of the file made the request, not a person or a program.
func (a Actor) Automatic() bool { return a.Kind == ActorCrash || a.Kind == ActorWatch }

// Recorded returns a as a run's record has it.
func (a Actor) Recorded() run.Actor { return run.Actor{Kind: string(a.Kind), Client: a.Client} }

// ActorOf returns the actor of a run's record.
func ActorOf(a run.Actor) *Actor { return &Actor{Kind: ActorKind(a.Kind), Client: a.Client} }

// Cause is why a run ended, if it did not end by itself.
type Cause = run.Cause

// The causes of ends.
const (
	CauseNone      = run.CauseNone
	CauseAsked     = run.CauseAsked
	CauseShutdown  = run.CauseShutdown
	CauseIdle      = run.CauseIdle
	CauseMemory    = run.CauseMemory
	CauseUnhealthy = run.CauseUnhealthy
	CauseHolder    = run.CauseHolder
)

// Wait is what a start waits for before it answers.
type Wait string

// What a start can wait for.
const (
	WaitReady   Wait = "ready"   // until it is ready or cannot become so; the zero value means the same
	WaitStarted Wait = "started" // until its command runs
	WaitNone    Wait = "none"    // for nothing
)

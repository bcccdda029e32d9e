package app

import (
	"devservers/app/base/words"
	"devservers/app/run/protocol"
)

// ActorKind is the door through which a request came, or the rule that made it.
type ActorKind = protocol.ActorKind

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
	ActorLink  ActorKind = "link"  // the connection to a host
	ActorCrash ActorKind = "crash" // the restart policy, or a limit that a run exceeded
)

// Actor is who made a request. Client is what the client calls itself: untrusted text.
type Actor protocol.Actor

// String returns a as part of a sentence, such as "mcp (claude-code)".
func (a Actor) String() string { return words.Actor(string(a.Kind), a.Client) }

// IsAgent reports whether a coding agent made the request, over MCP or in its shell.
func (a Actor) IsAgent() bool { return a.Kind == ActorMCP || a.Kind == ActorShell }

// IsPerson reports whether a person asked, or a script of theirs.
func (a Actor) IsPerson() bool { return a.Kind == ActorCLI || a.Kind == ActorUI || a.Kind == ActorAPI }

// Automatic reports whether a rule of the file made the request, not a person or a program.
func (a Actor) Automatic() bool { return a.Kind == ActorCrash || a.Kind == ActorWatch }

// Cause is why a run ended, if it did not end by itself.
type Cause = protocol.Cause

// The causes of ends.
const (
	CauseNone      = protocol.CauseNone
	CauseAsked     = protocol.CauseAsked
	CauseShutdown  = protocol.CauseShutdown
	CauseIdle      = protocol.CauseIdle
	CauseMemory    = protocol.CauseMemory
	CauseUnhealthy = protocol.CauseUnhealthy
	CauseHolder    = protocol.CauseHolder
)

// Wait is what a start waits for before it answers.
type Wait string

// What a start can wait for.
const (
	WaitReady   Wait = "ready"   // until it is ready or cannot become so; the zero value means the same
	WaitStarted Wait = "started" // until its command runs
	WaitNone    Wait = "none"    // for nothing
)

// UntilReady reports whether the answer waits until the server is ready.
func (w Wait) UntilReady() bool { return w != WaitNone && w != WaitStarted }

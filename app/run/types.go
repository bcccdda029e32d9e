package run

import "devservers/app/run/protocol"

// What the manager and the holders share; see package protocol.
type (
	Spec        = protocol.Spec
	Record      = protocol.Record
	End         = protocol.End
	Gone        = protocol.Gone
	Cause       = protocol.Cause
	Actor       = protocol.Actor
	ActorKind   = protocol.ActorKind
	StopRequest = protocol.StopRequest
)

// The causes of ends; see package protocol.
const (
	CauseNone      = protocol.CauseNone
	CauseAsked     = protocol.CauseAsked
	CauseShutdown  = protocol.CauseShutdown
	CauseIdle      = protocol.CauseIdle
	CauseMemory    = protocol.CauseMemory
	CauseUnhealthy = protocol.CauseUnhealthy
	CauseHolder    = protocol.CauseHolder
)

// Load returns the record of the run in dir.
func Load(dir string) (Record, error) { return protocol.Load(dir) }

package server

import (
	"iter"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/run"
)

// Server is one server or task.
type Server struct {
	Ref  app.Ref
	Spec config.Server // the current declaration, with the overlay's changes
	Gone bool          // the file no longer declares it
	Want Want
	Seen int // the number of the request that Status reflects
	// Outside: devservers follows the server but doesn't run it, because of managed: false or because it was adopted.
	Outside bool
	Noted   int // the number of the request that is on disk
	Begun   int // the number of the request of the last start that has begun
	Status  Facts
	Raised  []string // the other servers that the last start started, because it needs them
	Slept   []string // what went to sleep for the last start
	Guard   Guard

	Run      *run.Run // the current or last run; nil = none kept
	Launches Launches
	Alive    Liveness
	Row      RestartRow // of automatic starts; only the server's goroutine changes it

	drift  Drift
	moved  moved
	wanted chan struct{} // closed and replaced by Wake
}

// Want is the latest request. Gen numbers the requests.
type Want struct {
	Gen   int
	Up    bool
	Actor app.Actor
	Cause app.Cause // of a stop
	Args  []string  // of a task's start: what its run adds to the command

	frozen bool   // it was requested of a run that stood still
	again  bool   // of a start: also if it runs
	along  bool   // of a stop: it was requested with another server's, and its own request follows
	needs  []Need // of a start: what it waits for
	chosen bool   // needs are known; otherwise the server's goroutine chooses them
}

// WantedProject is the servers and tasks of one project.
type WantedProject interface {
	// Find returns the one with this name, or nil.
	Find(name string) *Server
	// All yields all of them, in no order.
	All() iter.Seq[*Server]
}

// ByItself is the actor of an automatic start.
var ByItself = app.Actor{Kind: app.ActorCrash}

// Ask records a new request and wakes the server's goroutine. It returns the number of the request.
func (s *Server) Ask(up bool, a app.Actor, cause app.Cause) int {
	if a.Kind != app.ActorWatch {
		s.Guard = Guard{}
	}
	frozen := !s.Status.Frozen.IsZero()
	s.Want = Want{Gen: s.Want.Gen + 1, Up: up, Actor: a, Cause: cause, frozen: frozen}
	s.Wake()
	return s.Want.Gen
}

// MostPorts is how many ports a start tries that `port: auto` picked and that another process then took.
const MostPorts = 4

// moved counts the ports that starts in a row have tried. gen is the request of the latest of them.
type moved struct{ gen, tried int }

// AskAgain records the request gen once more, for another port, and reports whether it did: not if something else is
// wanted by now, or if it was tried often enough.
func (s *Server) AskAgain(gen int) bool {
	if !s.Want.Up || s.Want.Gen != gen {
		return false
	}
	tried := 1
	if s.moved.gen == gen {
		tried = s.moved.tried
	}
	if tried >= MostPorts {
		return false
	}
	s.moved = moved{s.Ask(true, s.Want.Actor, ""), tried + 1}
	return true
}

// Wake makes the server's goroutine look again.
func (s *Server) Wake() {
	if s.wanted != nil {
		close(s.wanted)
	}
	s.wanted = make(chan struct{})
}

// Wanted returns a channel that is closed by the next Ask or Wake.
func (s *Server) Wanted() <-chan struct{} {
	if s.wanted == nil {
		s.wanted = make(chan struct{})
	}
	return s.wanted
}

// Ours reports whether a fault of the server itself caused a stop, not a request of a person or program.
func (w Want) Ours() bool { return w.Cause == app.CauseMemory || w.Cause == app.CauseUnhealthy }

// rising reports whether s is up or on its way up, so that a start need not request it.
func (s *Server) rising() bool {
	st := s.Status.State
	return s.Want.Up && (st.Up() && st != app.Stopping || s.Pending())
}

// Start requests a start, unless again is false and s is up or on its way up. It returns the number of the request to
// wait for, and whether it is a new one.
func (s *Server) Start(a app.Actor, again bool, args []string) (gen int, asked bool) {
	if !again && s.rising() {
		return s.Want.Gen, false
	}
	gen = s.Ask(true, a, "")
	s.Want.Args, s.Want.again = args, again
	return gen, true
}

// Begin records that the request w is being carried out by a run: a new one, or one that stood still.
func (s *Server) Begin(w Want) { s.Seen, s.Begun, s.Raised = w.Gen, w.Gen, nil }

// Wakes reports whether a request is answered by a run that stood still, once that continues.
func (w Want) Wakes() bool { return w.Up && w.frozen && !w.again && w.Actor.Kind != app.ActorWatch }

// Pending reports whether a request is still to be handled.
func (s *Server) Pending() bool { return s.Seen < s.Want.Gen }

// Stored reports whether the request gen survives this manager: it is on disk, or carried out.
func (s *Server) Stored(gen int) bool { return max(s.Noted, s.Seen) >= gen }

// Busy reports whether s runs or has a request to handle.
func (s *Server) Busy() bool { return s.Status.State.Up() || s.Pending() }

// WaitsForFix reports whether s ended on its own and waits for an edit that may fix it.
func (s *Server) WaitsForFix() bool {
	return len(s.Spec.Watch) > 0 && (s.Status.Retry != nil || s.Status.Crashed)
}

// Answered reports whether there is an answer to the request gen for a caller who waits like this.
func (s *Server) Answered(gen int, wait app.Wait) bool {
	if s.Want.Gen > gen && !s.Want.Up && !s.Want.Ours() {
		return true
	}
	if !s.Stored(gen) {
		return false
	}
	if s.Seen < gen { // it will be once the previous run has ended; a caller that doesn't wait gets its answer now
		return wait == app.WaitNone && s.Status.State == app.Stopping
	}
	st := s.Status
	switch {
	case wait == app.WaitNone && st.Reason.Any(): // a wait has begun; otherwise there will soon be a run or a failure
		return true
	case s.Pending(): // a newer start was requested: its answer is ours
		return false
	case st.Failure != nil || st.Exit != nil || !st.State.Up():
		return true
	case wait == app.WaitStarted || wait == app.WaitNone:
		return st.PID != 0
	}
	return st.State == app.Ready || st.State == app.Running || st.State == app.Failing
}

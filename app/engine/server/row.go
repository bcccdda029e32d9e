package server

import (
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/run/protocol"
)

// After returns what the policy of s does once a run has ended.
func (s *Server) After(rec protocol.Record) NextRestart {
	if s.Gone {
		return NoRestart
	}
	return s.Row.After(rec, s.Spec.Restart)
}

// retry decides what follows the end of a run that nobody requested. It returns the state, its reason, and the next
// start, or nil if there is none.
func (s *Server) retry(rec protocol.Record) (app.State, words.Reason, *app.Retry) {
	state, reason := AfterEnd(rec)
	switch s.After(rec) {
	case Again:
		return app.Failed, reason, s.Row.Due()
	case GivenUp:
		reason.GaveUp = MostRestarts
	}
	return state, reason, nil
}

// Conclude records how the run ended that the request gen started, once nothing is left of it. failure is that of a
// start. It returns the number of the last request that was handled.
func (s *Server) Conclude(p WantedProject, rec protocol.Record, gen int, failure *app.Error) (handled int) {
	handled = gen
	state, reason := AfterEnd(rec)
	s.Status.Retry = nil
	if !s.Want.Up || s.Want.Gen == gen {
		if s.Want.Gen == gen || s.Want.Ours() {
			state, reason, s.Status.Retry = s.retry(rec)
		}
		s.Want.Up = s.Status.Retry != nil
		s.Seen, handled = s.Want.Gen, s.Want.Gen
	}
	s.Status.Ended(rec, state, reason, len(s.Spec.Watch) > 0, failure)
	s.RaiseAfterStop(p, s.Want.Actor)
	return handled
}

// Explain adds to the failure of a start whether an automatic one follows.
func (s *Server) Explain(e *app.Error, rec protocol.Record) {
	switch s.After(rec) {
	case Again:
		e.Hint = "it will be restarted automatically (restart: " + string(s.Spec.Restart) + "); " + e.Hint
	case GivenUp:
		e.Add("; %s", words.GaveUp(MostRestarts))
	}
}

// Adopted fills the facts from the living run of an earlier manager, whose outcome is out and which left a request.
// silent: the run doesn't listen, though it must; frozen: it stands still.
func (s *Server) Adopted(rec protocol.Record, url string, left RestartEntry, out Outcome, silent, frozen bool) {
	s.Want.Up, s.Status.URL, s.Row.Tries = rec.Stop == nil, url, left.Tries
	if silent {
		s.Status.Silent.Since = time.Now()
		s.Status.Serve()
	}
	s.Status.Restore(out, silent, s.Spec.Alive.Kind() != "")
	if frozen {
		s.Status.Freeze(time.Now())
	}
	if left.Pending(rec.ID) { // it is about to be ended, though its holder may not know that yet
		s.Status.To(app.Stopping, words.Reason{Kind: words.Stopping, Within: s.Spec.Stop.Timeout})
	}
}

// Resume continues after the last run of an earlier manager, which is over: in a back-off, or with the end that nobody
// saw.
func (s *Server) Resume(p WantedProject, rec protocol.Record, left RestartEntry) {
	s.Row.Tries = left.Tries
	if left.Waits { // this start was never made
		s.Row.Tries--
	}
	state, reason, retry := s.retry(rec)
	s.Status.To(state, reason)
	s.Status.Retry, s.Want.Up = retry, retry != nil
	if !left.Waits {
		s.RaiseAfterStop(p, *s.Status.Actor)
	}
}

// Entry returns what the next manager has to know of s, if there is no request to handle.
func (s *Server) Entry() RestartEntry {
	return RestartEntry{Run: s.Status.Run, Tries: s.Row.Tries, Waits: s.Status.Retry != nil}
}

// EntryOf returns what the next manager has to know of s and its request.
func (s *Server) EntryOf(w Want) RestartEntry {
	e := RestartEntry{Run: s.Status.Run, Tries: s.Row.Tries, Asked: Stop, By: w.Actor}
	if w.Up {
		e.Asked = RestartStart
	}
	return e
}

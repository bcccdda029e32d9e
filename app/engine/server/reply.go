package server

import (
	"devservers/app"
	"devservers/app/base/words"
)

// Reply is what the caller of a start learns: the state of the server after its request.
type Reply struct {
	Status        app.Status
	Begun         bool // the start has begun; otherwise failure and raised are an earlier one's
	want          Want
	gen           int
	raised, slept []string
}

// Reply returns what the caller of the request gen learns now. st is the status of s.
func (s *Server) Reply(gen int, st app.Status) Reply {
	r := Reply{Status: st, Begun: s.Begun >= gen, want: s.Want, gen: gen, raised: s.Raised, slept: s.Slept}
	if !r.Begun {
		r.Status.Failure, r.raised, r.slept = nil, nil, nil
	}
	return r
}

// Result returns the result for a caller who has waited like this. asked: the request was a new one; failure: the start
// has failed.
func (r Reply) Result(asked bool, wait app.Wait, failure *app.Error) (app.Result, error) {
	st := r.Status
	res := app.Result{Status: st, Changed: asked, Cursor: app.Cursor(st.Run, 0)}
	if asked {
		res.Started, res.Slept = r.raised, r.slept
	}
	switch {
	case failure != nil && (wait != app.WaitNone || !st.State.Up()):
		return res, failure
	case r.want.Gen > r.gen && !r.want.Up && (wait != app.WaitNone || !r.Begun):
		return res, app.FailAbout(app.CodeConflict, "start it again if that was not meant", st.Ref().String(),
			"was stopped meanwhile, by %s", r.want.Actor)
	}
	res.Message = words.Started{
		Name: st.Name, State: string(st.State), URL: st.Address(), Run: st.Run, Running: st.State == app.Running,
		Ready: st.State == app.Ready, Already: !asked, Reason: st.Reason, Others: res.Started,
		Slept: res.Slept,
	}.String()
	return res, nil
}

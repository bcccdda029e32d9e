package health

import (
	"devservers/app"
	"devservers/app/base/words"
)

// NotOurs returns the error of a request to end a server that devservers doesn't run.
func NotOurs(ref app.Ref) *app.Error {
	return app.FailAbout(app.CodeInvalid, "do it where it was started", ref.String(),
		"was not started here: devservers only follows it")
}

// Answer returns the outcome of a start of such a server, whose status is st.
func (s Sighting) Answer(st app.Status) (app.Result, error) {
	if s.Serves {
		return app.Result{Status: st, Message: words.IsServed(st.Name, s.URL, s.By)}, nil
	}
	return app.Result{Status: st}, app.NotServed(st.Ref(), words.Reason{Kind: words.NotServed, Port: s.Port}.String())
}

// MayAdopt returns why such a server can't be adopted, or nil. ours: devservers runs it, or it is a task.
func (s Sighting) MayAdopt(ref app.Ref, ours bool) error {
	switch {
	case ours:
		return app.FailAbout(app.CodeConflict, "adopt is for servers that something else serves", ref.String(),
			"is run by devservers")
	case !s.Serves:
		return app.FailAbout(app.CodeNotReady, "start it: devservers start "+ref.String(), ref.String(),
			"can't be adopted: nothing serves its port")
	}
	return nil
}

// ShownOutside returns st as external if the server doesn't run and another process serves its port. by names the
// processes on such ports.
func ShownOutside(st app.Status, by map[int]string) app.Status {
	name, held := by[st.Port]
	if st.State.Up() || st.State == app.External || st.Kind.IsTask() || st.Failure != nil || !held {
		return st
	}
	st.State = app.External
	st.Reason = words.Reason{Kind: words.ServedElsewhere, Port: st.Port, About: name}.String()
	return st
}

package server

import (
	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/record/history"
)

// NeedFailed returns the failure of a start of server, which needs ref to be until something. The facts are those of
// ref, and dir is the directory of its last run.
func (f *Facts) NeedFailed(ref app.Ref, server, until, dir string) *app.Error {
	e := &app.Error{Code: app.CodeDependency, Run: f.Run, Exit: f.Exit, Hint: "full output: devservers logs " +
		ref.String()}
	why := f.Reason.String()
	if fail := f.Failure; fail != nil {
		e.Hint, e.Output, e.Owner, e.Run, e.Exit = fail.Hint, fail.Output, fail.Owner, fail.Run, fail.Exit
		if fail.Exit == nil || fail.Owner != nil { // the reason only describes how it ended
			why = fail.Detail
		}
	} else if f.Reason.Kind == words.NotServed {
		e.Hint = words.StartElsewhere(ref.Name)
	} else if f.Exit != nil {
		e.Output = history.LastLines(dir, history.LastLinesShown)
	}
	e.Detail = words.NeedFailed(ref.Name, server, until, why)
	return e
}

// hookFailed returns a message if a task that ran as a hook of a server did not succeed, or "".
func (f *Facts) hookFailed(name string) string {
	switch {
	case f.Exit != nil && f.Exit.Code != nil && *f.Exit.Code == 0:
		return ""
	case f.Failure != nil:
		return name + " failed: " + f.Failure.Line()
	case f.Exit != nil:
		return name + " failed: " + f.Reason.String()
	}
	return ""
}

package supervisor

import (
	"slices"

	"devservers/app"
	"devservers/app/config"
)

// aboutAnEarlierRun tells whether the last run says nothing about why the server is as it is: a start was refused
// before there was a run, or waits for others.
func aboutAnEarlierRun(st app.Status) bool {
	return st.Failure != nil && st.Failure.Run == "" || st.Failure != nil && st.Failure.Code == app.CodeDependency || st.State == app.Starting && st.PID == 0
}

// needs looks at what a start waits for, or has waited for in vain.
func (x *examination) needs() {
	broken := x.st.Failure != nil && x.st.Failure.Code == app.CodeDependency
	if !broken && (x.st.State != app.Starting || x.st.PID != 0) {
		return
	}
	for _, d := range x.server.DependsOn {
		st, err := x.s.Status(app.Ref{Project: x.m.ref.Project, Name: d.Name})
		if err != nil || meets(st, d.Until) {
			continue
		}
		f := app.Finding{Kind: "dependency", Problem: x.m.ref.Name + " needs " + d.Name + " (" + string(d.Until) + "), which is " + string(st.State), Fix: "devservers why " + st.Ref().String()}
		if st.Failure != nil {
			f.Evidence = append(f.Evidence, firstLine(st.Failure.Detail))
		} else if st.Reason != "" {
			f.Evidence = append(f.Evidence, st.Reason)
		}
		x.add(f)
	}
	if broken && len(x.list) == 0 {
		x.add(app.Finding{Kind: "dependency", Problem: firstLine(x.st.Failure.Detail), Evidence: []string{"what it needs is there now, or comes with it"}, Fix: "devservers start " + x.m.ref.String()})
	}
}

// meets reports whether a server or task is as another one needs it.
func meets(s app.Status, until config.Condition) bool {
	done := s.Exit != nil && s.Exit.Code != nil && *s.Exit.Code == 0
	switch until {
	case config.UntilCompleted:
		return done
	case config.UntilStarted:
		return s.PID != 0 || done
	}
	return slices.Contains([]app.State{app.Ready, app.External}, s.State)
}

package why

import (
	"devservers/app"
	"devservers/app/config"
)

// needs looks at the dependencies that a start waits for, or has failed for.
func (x *examination) needs() {
	st := x.Status
	broken := st.Failure != nil && st.Failure.Code == app.CodeDependency
	if !broken && (st.State != app.Starting || st.PID != 0) {
		return
	}
	for _, d := range x.Server.DependsOn {
		need, err := x.sup.Status(app.Ref{Project: x.ref.Project, Name: d.Name})
		if err != nil || meets(need, d.Until) {
			continue
		}
		f := app.Finding{Kind: app.FindingDependency, Problem: x.ref.Name + " needs " + d.Name + " (" + string(d.Until) + "), which is " + string(need.State),
			Fix: "devservers why " + need.Ref().String()}
		if need.Failure != nil {
			f.Evidence = []string{firstLine(need.Failure.Detail)}
		} else if need.Reason != "" {
			f.Evidence = []string{need.Reason}
		}
		x.add(f)
	}
	if broken && len(x.list) == 0 {
		x.add(app.Finding{Kind: app.FindingDependency, Problem: firstLine(st.Failure.Detail), Evidence: []string{"its dependencies are met now, or start with it"},
			Fix: "devservers start " + x.ref.String()})
	}
}

// meets reports whether a server or task is as another one needs it.
func meets(st app.Status, until config.Condition) bool {
	done := st.Exit != nil && st.Exit.Code != nil && *st.Exit.Code == 0
	switch until {
	case config.UntilCompleted:
		return done
	case config.UntilStarted:
		return st.PID != 0 || done
	}
	return st.State == app.Ready || st.State == app.External
}

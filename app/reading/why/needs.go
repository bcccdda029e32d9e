package why

import (
	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/health"
	"devservers/app/engine/ports"
)

// needs looks at the hooks and dependencies that a start waits for, or has failed for.
func (x *examination) needs() {
	st := x.Status
	broken := st.Failure != nil && st.Failure.Code == app.CodeDependency
	if !broken && (st.State != app.Waiting) {
		return
	}
	for _, d := range x.Server.DependsOn {
		x.need(d.Name, d.Until)
	}
	for _, name := range x.Server.BeforeStart {
		x.hook(name)
	}
	if broken && len(x.list) == 0 {
		f := app.Finding{Kind: app.FindingDependency, Problem: st.Failure.Line(), Evidence: []string{"its dependencies are met now, or start with it"}}
		f.Next(x.step(app.StepStart), "")
		x.add(f)
	}
}

// need reports a dependency that is not as it is needed, with the cause that is known of it.
func (x *examination) need(name string, until config.Condition) {
	need, err := x.sup.Status(app.Ref{Project: x.ref.Project, Name: name})
	if err != nil || meets(need, until) {
		return
	}
	f := app.Finding{Kind: app.FindingDependency, Problem: x.ref.Name + " needs " + name + " (" + string(until) + "), which " + words.Is(string(need.State))}
	if need.Failure != nil {
		f.Evidence = []string{need.Failure.Line()}
	} else if need.Reason != "" {
		f.Evidence = []string{need.Reason}
	}
	f.Next(app.Step{Do: app.StepLogs, Server: need.Ref().String()}, "")
	if cause, ok := x.causeOf(need.Ref()); ok {
		if !need.Unmanaged { // whose problem is that nothing serves it, as said
			f.Evidence = append(append(f.Evidence, name+": "+cause.Problem), cause.Evidence...)
		}
		f.Fix, f.Step, f.Manual = cause.Fix, cause.Step, cause.Manual
	}
	x.add(f)
}

// unserved reports that nothing serves a server that devservers doesn't run: what else is wrong with it is not known.
func (x *examination) unserved() {
	if x.Status.State != app.External {
		x.fault(health.NotServed(x.ref, x.Status.Reason))
	}
}

// hook reports why a hook of before_start has failed, or that it asks something: that is why its server can't start.
func (x *examination) hook(name string) {
	ref := app.Ref{Project: x.ref.Project, Name: name}
	st, err := x.sup.Status(ref)
	if err != nil || meets(st, config.UntilCompleted) {
		return
	}
	runs := st.Failure == nil && st.Exit == nil
	if runs && x.serves(ref) {
		return
	}
	f, ok := x.causeOf(ref)
	if !ok || runs && f.Kind != app.FindingInput {
		return
	}
	if runs {
		f.Problem = name + " is waiting for an answer"
	} else {
		f.Evidence = append([]string{name + " failed: " + st.Reason}, f.Evidence...)
	}
	x.add(f)
}

// serves reports whether a hook listens instead of ending: it is a server.
func (x *examination) serves(hook app.Ref) bool {
	now, err := x.sup.Situation(hook)
	if err != nil || now.Run == nil {
		return false
	}
	for _, l := range ports.OfTree(now.Run.Record().Holder.PID) {
		x.add(app.Finding{Kind: app.FindingConfig, Problem: hook.Name + " does not end: it is a server, which listens on " + l.Addr.String(),
			Evidence: []string{"its command: " + now.Server.Command.Source, x.ref.Name + " starts only when it has ended"},
			Fix:      "declare it under servers: in devservers.yml, and name it in depends_on of " + x.ref.Name + " instead of before_start"})
		return true
	}
	return false
}

// causeOf returns the most likely cause of another server's or task's trouble.
func (x *examination) causeOf(ref app.Ref) (app.Finding, bool) {
	d, err := x.Diagnose(x.ctx, ref)
	if err != nil || len(d.Findings) == 0 || d.Findings[0].Kind == app.FindingChanged {
		return app.Finding{}, false
	}
	return d.Findings[0], true
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

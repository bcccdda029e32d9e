package why

import (
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/machine"
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
		c := x.fault(st.Failure)
		c.See("system", "its dependencies are met now, or start with it").Do(app.StepStart, x.name())
	}
}

// need reports a dependency that is not as it is needed, with the cause that is known of it.
func (x *examination) need(name string, until config.Condition) {
	need, err := x.sup.Status(app.Ref{Project: x.ref.Project, Name: name})
	if err != nil || meets(need, until) {
		return
	}
	c := app.ItIs(app.FindingDependency, app.Known(need.Ref().String()), "%s needs %s (%s), which %s",
		app.Known(x.ref.Name), app.Known(name), app.Known(string(until)),
		app.Known(words.Is(string(need.State))))
	if need.Failure != nil {
		c.SeeIn(need.Failure.Head(), "%s")
	} else if now, err := x.sup.Situation(need.Ref()); err == nil && now.Waits.Any() {
		c.SeeIn(app.SayOf(now.Waits), "%s")
	}
	c.Do(app.StepLogs, app.Known(need.Ref().String()))
	if cause, ok := x.causeOf(need.Ref()); ok {
		if !need.Unmanaged { // whose problem is that nothing serves it, as said
			c.SeeIn(app.Known(name), "%s: %s", cause.Problem)
			c.Evidence = append(c.Evidence, cause.Evidence...)
		}
		c.As(cause)
	}
	x.add(c)
}

// unserved reports that nothing serves a server that devservers doesn't run: what else is wrong with it is not known.
func (x *examination) unserved() {
	if x.Status.State != app.External {
		x.fault(app.NotServed(x.ref, x.Status.Reason))
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
	c, ok := x.causeOf(ref)
	if !ok || runs && c.Kind != app.FindingInput {
		return
	}
	if runs {
		c.Problem = app.Say("%s is waiting for an answer", app.Known(name))
	} else {
		first := app.Evidence{Source: app.Observed, Owner: name, At: time.Now(), Fact: name + " failed: " + st.Reason}
		c.Evidence = append([]app.Evidence{first}, c.Evidence...)
	}
	x.add(c)
}

// serves reports whether a hook listens instead of ending: it is a server.
func (x *examination) serves(hook app.Ref) bool {
	now, err := x.sup.Situation(hook)
	if err != nil || now.Run == nil {
		return false
	}
	for _, l := range machine.OfTree(now.Run.Record().Holder.PID) {
		c := app.ItIs(app.FindingConfig, app.Known(hook.String()), "%s does not end: it is a server, which listens on %s",
			app.Known(hook.Name),
			app.Known(l.Addr.String()))
		c.Read("devservers.yml", "its command: %s", app.Known(now.Server.Command.Source))
		c.See("system", "%s starts only when it has ended", app.Known(x.ref.Name))
		x.add(c.Correct(
			"declare it under servers: in devservers.yml, and name it in depends_on of %s instead of before_start",
			app.Known(x.ref.Name)))
		return true
	}
	return false
}

// causeOf returns the most likely cause of another server's or task's trouble.
func (x *examination) causeOf(ref app.Ref) (*app.Claim, bool) {
	other, err := x.examined(x.ctx, ref)
	if err != nil || len(other.list) == 0 || other.list[0].Kind == app.FindingChanged {
		return nil, false
	}
	return other.list[0], true
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

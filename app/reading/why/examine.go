package why

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/envvar"
	"devservers/app/engine/ports"
	"devservers/app/engine/supervisor"
	"devservers/app/record/kept"
)

// examination collects the findings of one diagnosis.
type examination struct {
	*Why
	ctx context.Context
	ref app.Ref
	supervisor.Situation
	list   []app.Finding
	output []string
	seen   int64 // the seq of the last line that was searched for causes
}

// examine looks at everything, the most likely cause first.
func (x *examination) examine() {
	if x.Problem != nil {
		x.fault(x.Problem, "running servers keep what was declared before")
	}
	if x.Status.Unmanaged {
		x.unserved()
		return
	}
	x.needs()
	if x.Status.State.Up() {
		x.living()
	} else {
		x.nextStart()
		x.ended()
	}
	x.printed()
	x.questionLast()
	x.endedWell()
	x.unready()
	x.unexplained()
	x.differences()
}

// printed looks at what the run printed: the rules first, and the digest for an error that no rule explains.
func (x *examination) printed() {
	c := x.clues()
	list := c.Causes()
	if why := x.silent(); why != "" {
		if len(list) == 0 {
			f := app.Finding{Kind: app.FindingListens, Problem: why}
			f.Next(x.step(app.StepRestart), "")
			list = append(list, f)
		} else {
			list[0].Evidence = append([]string{why}, list[0].Evidence...)
			x.unnoticed(&list[0], c.Errors)
		}
	}
	x.add(list...)
}

// questionLast puts a question behind a package that is not installed: it asks whether to download it.
func (x *examination) questionLast() {
	lacks := func(f app.Finding) bool { return f.Kind == app.FindingModule }
	if slices.ContainsFunc(x.list, lacks) {
		asks := slices.IndexFunc(x.list, func(f app.Finding) bool { return f.Kind == app.FindingInput })
		if asks >= 0 {
			x.list = append(slices.Delete(slices.Clone(x.list), asks, asks+1), x.list[asks])
		}
	}
}

// silent returns why a server that was ready doesn't work, or "".
func (x *examination) silent() string {
	switch x.Status.State {
	case app.Failing:
		return x.Status.Reason
	case app.Ready:
		return x.Status.Unhealthy
	default:
		return ""
	}
}

// failing returns the status of a server as it is now: one that is called ready and on whose port nothing listens any more is
// failing, even if the supervisor has not seen that yet.
func failing(st app.Status) app.Status {
	if st.State != app.Ready || st.URL == "" || st.Port == 0 {
		return st
	}
	if list, err := ports.Listening(st.Port); err == nil && len(list) == 0 {
		st.State, st.Reason = app.Failing, "nothing listens on port "+strconv.Itoa(st.Port)
	}
	return st
}

// add adds findings, but no problem twice, and only the first about a port.
func (x *examination) add(list ...app.Finding) {
	for _, f := range list {
		same := func(g app.Finding) bool {
			return g.Problem == f.Problem || f.Kind == app.FindingPort && g.Kind == app.FindingPort
		}
		if !slices.ContainsFunc(x.list, same) {
			f = x.byTask(withoutLoader(f))
			f.Evidence = some(f.Evidence)
			x.list = append(x.list, f)
		}
	}
}

// withoutLoader returns a finding without the step of setting a variable that loads code, unless its value is ours: a line
// of output may name any variable.
func withoutLoader(f app.Finding) app.Finding {
	if f.Step == nil || f.Step.Do != app.StepSetEnv || f.Step.Value != "" || envvar.RunsCode(f.Step.Name) == "" {
		return f
	}
	f.Fix, f.Manual, f.Step = "check who needs "+f.Step.Name+" before setting it: it can make programs load code", "", nil
	return f
}

// some returns list, as an empty array in JSON if it is nil.
func some(list []string) []string { return append([]string{}, list...) }

// faultKinds are the kinds of the findings that failures become.
var faultKinds = map[app.Code]app.FindingKind{
	app.CodePortInUse: app.FindingPort, app.CodeExecutable: app.FindingExecutable, app.CodeWorkingDir: app.FindingFile,
	app.CodeEnvironment: app.FindingEnv, app.CodeNeedsHuman: app.FindingTrust, app.CodeDependency: app.FindingDependency,
	app.CodeConfig: app.FindingConfig, app.CodeNotFound: app.FindingConfig, app.CodeForbidden: app.FindingConfig,
	app.CodeDiskFull: app.FindingSystem,
}

// fault adds a failure that has its own next step.
func (x *examination) fault(e *app.Error, evidence ...string) {
	x.add(app.Finding{Kind: cmp.Or(faultKinds[e.Code], app.FindingOther), Problem: e.Detail, Evidence: evidence, Fix: e.Hint})
}

// step returns a step with this server.
func (x *examination) step(do app.StepKind) app.Step { return app.Step{Do: do, Server: x.ref.String()} }

// unexplained makes do with the failure itself and the last lines, if there is no finding.
func (x *examination) unexplained() {
	st := x.Status
	switch {
	case len(x.list) > 0:
	case st.Failure != nil:
		x.fault(st.Failure, x.complaint()...)
		x.output = st.Failure.Output
	case st.State == app.Failed && st.Exit != nil && (st.Exit.Code == nil || *st.Exit.Code != 0):
		f := app.Finding{Kind: app.FindingOther, Problem: x.ref.Name + ": " + st.Reason, Evidence: x.complaint()}
		f.Next(x.step(app.StepLogs), "")
		x.add(f)
		x.output = kept.LastLines(x.Run.Dir, kept.LastLinesShown)
	}
}

// complaint returns the line of the output that says most about a failure that nothing explains, as evidence; of a run that
// printed nothing, the line of the sources that ends it.
func (x *examination) complaint() []string {
	if x.Run == nil {
		return nil
	}
	c := x.clues()
	said := c.Complaint()
	if e := x.Status.Exit; len(said) == 0 && e != nil && e.Code != nil && *e.Code > 0 {
		if at := c.Exits(*e.Code); at != "" {
			said = append(said, "one line of the sources ends it so: "+words.Clip(at, 200))
		}
	}
	return said
}

// differences reports what differs from devservers.yml, or from what the run was started with.
func (x *examination) differences() {
	if x.Status.ConfigChanged {
		f := app.Finding{Kind: app.FindingChanged, Problem: "its declaration has changed since it was started",
			Evidence: []string{"changed: " + strings.Join(x.Status.ChangedSinceStart, ", ")}}
		f.Next(x.step(app.StepRestart), "")
		x.add(f)
	}
	if n := len(x.Status.Overlay); n > 0 && x.Status.State != app.Ready {
		f := app.Finding{Kind: app.FindingChanged, Problem: words.Count(n, "change") + " by set-env may be the cause", Evidence: app.OverlayLines(x.Status.Overlay)}
		f.Next(x.step(app.StepResetEnv), "")
		x.add(f)
	}
}

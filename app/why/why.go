package why

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/runs"
	"devservers/app/supervisor"
	"devservers/app/words"
)

// Why finds causes for the servers of a Supervisor.
type Why struct{ sup *supervisor.Supervisor }

// New returns a Why.
func New(sup *supervisor.Supervisor) *Why { return &Why{sup} }

// Diagnose returns the causes of what is wrong with a server or task now.
func (w *Why) Diagnose(ref app.Ref) (app.Diagnosis, error) {
	now, err := w.sup.Situation(ref)
	if err != nil {
		return app.Diagnosis{}, err
	}
	x := &examination{sup: w.sup, ref: now.Status.Ref(), Situation: now, list: []app.Finding{}}
	if beforeItsRun(x.Status) {
		x.Run, x.Status.Run, x.Status.ViewerURL = nil, "", ""
	}
	x.examine()
	return app.Diagnosis{
		Server: x.ref.String(), State: x.Status.State, Message: x.message(), Findings: x.list, Output: x.output,
		Run: x.Status.Run, ViewerURL: x.Status.ViewerURL,
	}, nil
}

// beforeItsRun reports whether the last run doesn't explain the state: a start was refused before there was a run, or
// waits for others.
func beforeItsRun(st app.Status) bool {
	f := st.Failure
	return f != nil && (f.Run == "" || f.Code == app.CodeDependency) || st.State == app.Starting && st.PID == 0
}

// examination collects the findings of one diagnosis.
type examination struct {
	sup *supervisor.Supervisor
	ref app.Ref
	supervisor.Situation
	list   []app.Finding
	output []string
}

// examine looks at everything, the most likely cause first.
func (x *examination) examine() {
	if x.Problem != nil {
		x.fault(x.Problem, "running servers keep what was declared before")
	}
	x.needs()
	if x.Status.State.Up() {
		x.living()
	} else {
		x.nextStart()
		x.ended()
	}
	x.add(find(x.clues())...)
	x.unexplained()
	x.differences()
}

// add adds findings, but no problem twice, and only the first about a port.
func (x *examination) add(list ...app.Finding) {
	for _, f := range list {
		same := func(g app.Finding) bool {
			return g.Problem == f.Problem || f.Kind == app.FindingPort && g.Kind == app.FindingPort
		}
		if !slices.ContainsFunc(x.list, same) {
			f.Evidence = some(f.Evidence)
			x.list = append(x.list, f)
		}
	}
}

// some returns list, as an empty array in JSON if it is nil.
func some(list []string) []string { return append([]string{}, list...) }

// faultKinds are the kinds of the findings that failures become.
var faultKinds = map[app.Code]app.FindingKind{
	app.CodePortInUse: app.FindingPort, app.CodeExecutable: app.FindingExecutable, app.CodeWorkingDir: app.FindingFile,
	app.CodeEnvironment: app.FindingEnv, app.CodeNeedsHuman: app.FindingTrust, app.CodeDependency: app.FindingDependency,
	app.CodeConfig: app.FindingConfig, app.CodeNotFound: app.FindingConfig, app.CodeForbidden: app.FindingConfig,
}

// fault adds a failure that has its own next step.
func (x *examination) fault(e *app.Error, evidence ...string) {
	x.add(app.Finding{Kind: cmp.Or(faultKinds[e.Code], app.FindingOther), Problem: e.Detail, Evidence: evidence, Fix: e.Hint})
}

// unexplained makes do with the failure itself and the last lines, if there is no finding.
func (x *examination) unexplained() {
	st := x.Status
	switch {
	case len(x.list) > 0:
	case st.Failure != nil:
		x.fault(st.Failure)
		x.output = st.Failure.Output
	case st.State == app.Exited && st.Exit != nil && (st.Exit.Code == nil || *st.Exit.Code != 0):
		x.add(app.Finding{Kind: app.FindingOther, Problem: x.ref.Name + ": " + st.Reason, Fix: "full output: devservers logs " + x.ref.String()})
		x.output = runs.LastLines(x.Run.Dir, runs.LastLinesShown)
	}
}

// differences reports what differs from devservers.yml, or from what the run was started with.
func (x *examination) differences() {
	if x.Status.ConfigChanged {
		x.add(app.Finding{Kind: app.FindingChanged, Problem: "its declaration has changed since it was started",
			Evidence: []string{"changed: " + strings.Join(x.Status.ChangedSinceStart, ", ")}, Fix: "devservers restart " + x.ref.String()})
	}
	if n := len(x.Status.Overlay); n > 0 && x.Status.State != app.Ready {
		x.add(app.Finding{Kind: app.FindingChanged, Problem: words.Count(n, "change") + " by set-env", Evidence: app.OverlayLines(x.Status.Overlay),
			Fix: "if that is the cause: devservers reset-env " + x.ref.String()})
	}
}

// message describes the server in one sentence.
func (x *examination) message() string {
	name, st, n := x.ref.String(), x.Status, len(x.list)
	switch {
	case st.State == app.Ready && n == 0 && st.URL != "":
		return name + " is ready at " + st.URL + ", and nothing is known to be wrong"
	case n == 0 && st.State.Up():
		return fmt.Sprintf("%s is %s, and nothing is known to be wrong", name, st.State)
	case st.Failure != nil && !x.has(firstLine(st.Failure.Detail)):
		return firstLine(st.Failure.Detail)
	case st.State == app.Sleeping, st.State == app.Exited && st.Reason != "":
		return name + " is " + string(st.State) + ": " + st.Reason
	case n == 0:
		return name + " is " + string(st.State) + "; nothing would keep it from starting"
	}
	return fmt.Sprintf("%s is %s, with %s", name, st.State, words.Count(n, "finding"))
}

// has reports whether a finding is about this problem.
func (x *examination) has(problem string) bool {
	return slices.ContainsFunc(x.list, func(f app.Finding) bool { return firstLine(f.Problem) == problem })
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

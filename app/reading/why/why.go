package why

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/edits"
)

// Why finds causes for the servers of a Supervisor.
type Why struct {
	sup   *supervisor.Supervisor
	edits *edits.Edits

	pages    pages
	patience time.Duration // how long a run may be starting before it is said that it isn't ready
}

// New returns a Why. It takes the errors that servers print from made.
func New(sup *supervisor.Supervisor, made *edits.Edits) *Why {
	return &Why{sup: sup, edits: made, patience: 3 * time.Second}
}

// Diagnose returns the causes of what is wrong with a server or task now, with the lines of its failure.
func (w *Why) Diagnose(ctx context.Context, ref app.Ref) (app.Diagnosis, error) {
	x, err := w.examined(ctx, ref)
	if err != nil {
		return app.Diagnosis{}, err
	}
	d := app.Diagnosis{
		Server: x.ref.String(), State: x.Status.State, Message: x.message(), Findings: []app.Finding{},
		Run: x.Status.Run, ViewerURL: x.Status.ViewerURL,
	}
	for _, c := range x.list {
		d.Findings = append(d.Findings, c.Finding())
	}
	x.explain(&d)
	return d, nil
}

// examined looks at a server or task now.
func (w *Why) examined(ctx context.Context, ref app.Ref) (*examination, error) {
	now, err := w.settled(ctx, ref)
	if err != nil {
		return nil, err
	}
	now.Status = failing(now.Status)
	x := &examination{Why: w, ctx: ctx, ref: now.Status.Ref(), Situation: now}
	if beforeItsRun(x.Status) {
		x.Run, x.Status.Run, x.Status.ViewerURL = nil, "", ""
	}
	x.examine()
	return x, nil
}

// young is how long a server that is judged by its output and exit alone must have been ready before it is believed.
const young = 3 * time.Second

// settled returns the situation of a server. If the server has only just been called ready because it had lived for a
// moment, it first waits until that moment has become longer; if its command has failed, until how it ended is known.
func (w *Why) settled(ctx context.Context, ref app.Ref) (supervisor.Situation, error) {
	limited, cancel := context.WithTimeout(ctx, young)
	defer cancel()
	for range w.sup.Changes(limited) {
		now, err := w.sup.Situation(ref)
		st := now.Status
		isYoung := st.State == app.Ready && judgedBy(now) != "" && time.Since(*st.ReadyAt) < young
		isEnding := st.State == app.Stopping && (st.Failure != nil || now.Run != nil && now.Run.Record().End != nil)
		if err != nil || !isYoung && !isEnding {
			return now, err
		}
	}
	return w.sup.Situation(ref)
}

// fromRuns are the failures of starts whose cause is in what ran. The others name their cause themselves.
var fromRuns = []app.Code{app.CodeExited, app.CodeExecutable, app.CodeNotReady, app.CodeDependency}

// mostExplained is how many findings a failure carries.
const mostExplained = 3

// Explain returns err, the error of a start of ref, with the causes that are known.
func (w *Why) Explain(ctx context.Context, ref app.Ref, err error) error {
	var e *app.Error
	if !errors.As(err, &e) || !slices.Contains(fromRuns, e.Code) || e.Code == app.CodeExecutable && e.Run == "" ||
		ctx.Err() != nil {
		return err
	}
	d, failed := w.Diagnose(ctx, ref)
	if failed != nil {
		return err
	}
	copied := *e
	for _, f := range d.Findings {
		if f.Problem != e.Detail && len(copied.Findings) < mostExplained {
			copied.Findings = append(copied.Findings, f)
		}
	}
	if len(d.Output) > 0 && (e.Run == "" || e.Run == d.Run) {
		copied.Output, copied.Looked = d.Output, d.Looked
	}
	if copied.Owner == nil {
		copied.Owner = d.Owner
	}
	return &copied
}

// beforeItsRun reports whether the last run doesn't explain the state: a start was refused before there was a run, or
// waits for others.
func beforeItsRun(st app.Status) bool {
	f := st.Failure
	return f != nil && (f.Run == "" || f.Code == app.CodeDependency) || st.State == app.Waiting
}

// message describes the server in one sentence.
func (x *examination) message() string {
	if how := judgedBy(x.Situation); how != "" {
		return x.sentence() + " (" + how + ")"
	}
	return x.sentence()
}

// sentence is the message without how the server is judged.
func (x *examination) sentence() string {
	name, st, n := x.ref.String(), x.Status, len(x.list)
	switch {
	case st.State == app.Failing:
		return words.Failing(name, st.Reason).String()
	case st.State == app.Ready && n == 0 && st.URL != "":
		return name + " is ready at " + st.URL + x.known()
	case n == 0 && st.State.Up():
		return name + " " + words.Is(string(st.State)) + x.known()
	case st.Failure != nil && !x.told():
		return st.Failure.Line()
	case st.State == app.Sleeping, st.State == app.External, st.State == app.Failed && st.Reason != "":
		return name + " " + words.IsBecause(string(st.State), st.Reason)
	case n == 0:
		return name + " " + words.Is(string(st.State)) + "; nothing would keep it from starting"
	}
	return fmt.Sprintf("%s %s, with %s", name, words.Is(string(st.State)), words.Count(n, "finding"))
}

// known says of a server that is up what is known to be wrong with it, if no claim is.
func (x *examination) known() string {
	if x.read == nil || len(x.read.errors) == 0 {
		return ", and nothing is known to be wrong"
	}
	return "; it printed an error " + words.Ago(time.Since(x.read.errors[len(x.read.errors)-1].LastAt))
}

// told reports whether a finding repeats the failure of the last start.
func (x *examination) told() bool {
	return slices.ContainsFunc(x.list, func(c *app.Claim) bool { return c.Fault == x.Status.Failure.Code })
}

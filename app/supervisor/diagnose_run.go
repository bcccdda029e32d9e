package supervisor

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/diagnose"
	"devservers/app/ports"
	"devservers/app/words"
)

// nextStart tells what a start would run into now, and whether what stood in the way of the last one is gone.
func (x *examination) nextStart() {
	if x.problem != nil {
		return
	}
	_, fail := x.s.prepare(x.p, x.m, want{})
	last := x.st.Failure
	switch {
	case fail != nil:
		x.fault(fail)
	case last != nil && slices.Contains([]app.Code{app.CodePortInUse, app.CodeExecutable, app.CodeWorkingDir, app.CodeEnvironment, app.CodeNeedsHuman, app.CodeConfig}, last.Code):
		x.add(app.Finding{Kind: "other", Problem: "the last start was refused: " + firstLine(last.Detail), Evidence: []string{"nothing stands in its way now"},
			Fix: "devservers start " + x.m.ref.String()})
	}
}

// ended looks at how the last run ended.
func (x *examination) ended() {
	e := x.st.Exit
	switch {
	case e == nil:
	case e.Cause == app.CauseMemory:
		x.add(app.Finding{Kind: "memory", Problem: x.st.Reason, Evidence: []string{"its limit is " + words.Size(x.server.Memory)},
			Fix: "raise memory: of the server in devservers.yml (none = no limit), or find what grows"})
	case e.Signal == "KILL" && e.Cause == app.CauseNone:
		x.add(app.Finding{Kind: "memory", Problem: "something outside killed it (signal KILL)", Evidence: []string{x.st.Reason},
			Fix: "when memory is short it was the system: `journalctl -k` says so; close programs, or lower what it needs"})
	case e.Error != "":
		if x.r != nil {
			x.fault(execFailure(x.r.Record()))
		}
	}
}

// living looks at a run that is up: where it listens, whether it waits for a person.
func (x *examination) living() {
	if x.r == nil || x.st.State == app.Stopping {
		return
	}
	if x.st.State != app.Ready {
		x.elsewhere()
	}
	if ask := diagnose.Asks(x.lines()); ask != "" && time.Since(x.quietSince()) > 2*time.Second {
		x.add(app.Finding{Kind: "input", Problem: "it is waiting for an answer", Evidence: []string{"its last output: " + ask},
			Fix: "answer it: devservers attach " + x.m.ref.String() + "; or have the command not ask (--yes, CI=1)"})
	}
	if x.st.State == app.Starting && x.st.Reason != "" && len(x.list) == 0 && x.st.Failure != nil {
		x.add(app.Finding{Kind: "other", Problem: "it is not ready: " + x.st.Reason, Evidence: []string{"up for " + words.Age(time.Since(*x.st.StartedAt))},
			Fix: "if it works all the same, say in ready: when it is ready"})
	}
}

// elsewhere: it listens, but not where it is declared to.
func (x *examination) elsewhere() {
	var addrs []string
	for _, l := range ports.OfTree(x.r.Record().Holder.PID) {
		if int(l.Addr.Port()) == x.st.Port {
			return
		}
		addrs = append(addrs, l.Addr.String())
	}
	if x.st.Port == 0 || len(addrs) == 0 {
		return
	}
	f := app.Finding{Kind: "listens", Problem: fmt.Sprintf("it listens on %s, and not on port %d", strings.Join(addrs, ", "), x.st.Port),
		Fix: fmt.Sprintf("make it listen on $PORT (%d), or declare the port that it uses", x.st.Port)}
	if !strings.Contains(x.server.Command.Source, "PORT") {
		f.Evidence = []string{"the command does not use $PORT: " + x.server.Command.Source}
	}
	x.add(f)
}

// unexplained: it failed, and no rule says why. Then its last words have to do.
func (x *examination) unexplained() {
	fail := x.st.Failure
	switch {
	case len(x.list) > 0:
	case fail != nil:
		x.fault(fail)
		x.output = fail.Output
	case x.st.State == app.Exited && x.st.Exit != nil && (x.st.Exit.Code == nil || *x.st.Exit.Code != 0):
		x.add(app.Finding{Kind: "other", Problem: x.m.ref.Name + ": " + x.st.Reason, Fix: "full output: devservers logs " + x.m.ref.String()})
		x.output = lastLines(x.r.Dir, lastLinesShown)
	}
}

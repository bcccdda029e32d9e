package why

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/ports"
	"devservers/app/runs"
	"devservers/app/why/rules"
	"devservers/app/words"
)

// refusals are the failures of starts that never ran anything.
var refusals = []app.Code{app.CodePortInUse, app.CodeExecutable, app.CodeWorkingDir, app.CodeEnvironment, app.CodeNeedsHuman, app.CodeConfig}

// nextStart looks at what a start would run into now, and whether the cause of the last failure is gone.
func (x *examination) nextStart() {
	if x.Problem != nil {
		return
	}
	last := x.Status.Failure
	if fail := x.sup.CheckStart(x.ref); fail != nil {
		x.fault(fail)
	} else if last != nil && slices.Contains(refusals, last.Code) {
		f := app.Finding{Kind: app.FindingOther, Problem: "the last start was refused: " + last.Line(), Evidence: []string{"nothing prevents a start now"}}
		f.Next(x.step(app.StepStart), "")
		x.add(f)
	}
}

// ended looks at how the last run ended.
func (x *examination) ended() {
	e := x.Status.Exit
	switch {
	case e == nil:
	case e.Cause == app.CauseMemory:
		x.add(app.Finding{Kind: app.FindingMemory, Problem: x.Status.Reason, Evidence: []string{x.memoryLimit()}, Fix: lessMemory})
	case e.Signal == "KILL" && e.Cause == app.CauseNone:
		x.add(app.Finding{Kind: app.FindingMemory, Problem: "something else killed it (signal KILL)", Evidence: []string{x.Status.Reason},
			Fix: "if the system ran out of memory, `journalctl -k` says so: close programs, or lower its needs"})
	case e.Error != "" && x.Run != nil:
		x.fault(runs.ExecFailure(x.Run.Record()))
	}
}

const lessMemory = "raise memory: of the server in devservers.yml (none = no limit), or find what grows"

// memoryLimit returns the limit that applies to the server's memory.
func (x *examination) memoryLimit() string {
	if x.Server.Memory == config.DefaultMemory {
		return "no memory: is declared, so its limit is half of the machine's memory"
	}
	return "its limit is " + words.Size(x.Server.Memory)
}

// living looks at a run that is up: where it listens, and whether it waits for a person.
func (x *examination) living() {
	st := x.Status
	if x.Run == nil || st.State == app.Stopping {
		return
	}
	if st.State != app.Ready {
		x.elsewhere()
	}
	if x.Heavy != "" {
		x.add(app.Finding{Kind: app.FindingMemory, Problem: x.Heavy, Evidence: []string{x.memoryLimit()}, Fix: lessMemory})
	}
	if question := rules.Question(x.lines()); question != "" && time.Since(x.quietSince()) > 2*time.Second {
		f := app.Finding{Kind: app.FindingInput, Problem: "it is waiting for an answer", Evidence: []string{"its last output: " + question}}
		f.Next(x.step(app.StepAnswer), "make the command not ask (--yes, CI=1)")
		x.add(f)
	}
	if st.State == app.Starting && st.Reason != "" && len(x.list) == 0 && st.Failure != nil {
		x.add(app.Finding{Kind: app.FindingOther, Problem: "it is not ready: " + st.Reason, Evidence: []string{"up for " + words.Age(time.Since(*st.StartedAt))},
			Fix: "if it works nevertheless, set ready: to a check that passes"})
	}
}

// elsewhere reports a run that listens, but not on its port.
func (x *examination) elsewhere() {
	port := x.Status.Port
	var addrs []string
	for _, l := range ports.OfTree(x.Run.Record().Holder.PID) {
		if int(l.Addr.Port()) == port {
			return
		}
		addrs = append(addrs, l.Addr.String())
	}
	if port == 0 || len(addrs) == 0 {
		return
	}
	f := app.Finding{Kind: app.FindingListens, Problem: fmt.Sprintf("it listens on %s, not on port %d", strings.Join(addrs, ", "), port),
		Fix: fmt.Sprintf("make it listen on $PORT (%d), or declare the port that it uses", port)}
	if command := x.Server.Command.Source; !strings.Contains(command, "PORT") {
		f.Evidence = []string{"the command does not use $PORT: " + command}
	}
	x.add(f)
}

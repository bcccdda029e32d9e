package why

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/ports"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/why/lacks"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/sayings"
	"devservers/app/record/kept"
	"devservers/app/transcript/text"
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
	} else if last != nil && last.Run == "" && slices.Contains(refusals, last.Code) {
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
	case e.Code != nil && e.Cause == app.CauseNone && childSignals[*e.Code] != "":
		name := childSignals[*e.Code]
		f := app.Finding{Kind: app.FindingMemory, Problem: "a process that it started was ended by signal " + name, Evidence: []string{fmt.Sprintf("exit code %d is 128 and the number of that signal", *e.Code)},
			Fix: "if the system ran out of memory, `journalctl -k` says so: close programs, or lower its needs"}
		if name == "TERM" {
			f.Kind, f.Fix = app.FindingOther, "look for what ends it: devservers did not send that signal"
		}
		x.add(f)
	case e.Signal == "TERM" && e.Cause == app.CauseNone:
		x.add(app.Finding{Kind: app.FindingOther, Problem: "something else ended it (signal TERM): devservers did not send that signal", Evidence: []string{x.Status.Reason}, Fix: "look for what ends it, and start it again"})
	case e.Error != "" && x.Run != nil:
		c := x.clues()
		if bad := (lacks.Of{Project: &c.Project, Env: c.Env}).BadScript(""); bad != nil {
			x.add(*bad)
			return
		}
		x.fault(kept.ExecFailure(x.Run.Record()))
	}
}

// childSignals are the signals that the exit code of a shell says have ended what it ran.
var childSignals = map[int]string{137: "KILL", 143: "TERM"}

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
	quiet := time.Since(x.quietSince())
	if question := sayings.Question(x.texts()); question != "" && quiet > 2*time.Second {
		x.add(x.asks("it is waiting for an answer", question))
	} else if last := x.prompt(); question == "" && last != "" && st.State != app.Ready && quiet > x.patience {
		x.add(x.asks("it seems to wait for input: its last line is not finished", last))
	}
}

// asks returns the finding that a run waits for a person.
func (x *examination) asks(problem, question string) app.Finding {
	f := app.Finding{Kind: app.FindingInput, Problem: problem, Evidence: []string{"its last output: " + question}}
	f.Next(x.step(app.StepAnswer), "make the command not ask (--yes, CI=1)")
	return f
}

// unready says what a run that isn't ready lacks, if nothing better is known.
func (x *examination) unready() {
	st := x.Status
	if len(x.list) > 0 || st.State != app.Starting || st.PID == 0 || st.StartedAt == nil || st.Failure == nil && time.Since(*st.StartedAt) < x.patience {
		return
	}
	if lines := x.tail(1); len(lines) > 0 && lines[0].Seq > x.seen { // it was printed meanwhile
		if x.printed(); len(x.list) > 0 {
			return
		}
	}
	age := words.Age(time.Since(*st.StartedAt))
	f := app.Finding{Kind: app.FindingOther, Problem: "it is still not ready after " + age + ": " + st.Reason, Fix: readyFix[x.Server.Ready.Kind()]}
	if x.listensNowhere() {
		f.Kind, f.Problem = app.FindingListens, "it is still not ready after "+age+": it listens on no port at all"
		f.Evidence = []string{st.Reason}
	}
	if x.Waits.Kind == words.BadAnswer {
		x.answered(&f)
	}
	if last := x.lastWord(); last != "" {
		f.Evidence = append(f.Evidence, last)
	}
	x.add(f)
}

// lastWord returns the last line of the output that says something, as evidence, or "": no frame of a trace.
func (x *examination) lastWord() string {
	for _, l := range slices.Backward(x.tail(20)) {
		if said := text.Plain(l.Text); strings.TrimSpace(said) != "" && !output.IsFrame(said) {
			return fmt.Sprintf("line %d, its last: %s", l.Seq, words.Clip(said, 200))
		}
	}
	return ""
}

// readyFix is what to correct if a readiness check fails, by its kind; "" is the default, which looks at the port.
var readyFix = map[string]string{
	"http":    "wait if it is still working: a page may be built when it is first asked for; else " + readyPath,
	"tcp":     "correct the address of ready: in devservers.yml, or make the server listen there",
	"log":     "correct the pattern of ready: in devservers.yml if the server prints another line when it is ready",
	"command": "run the command of ready: by hand to see what it says, and correct it in devservers.yml",
	"":        "wait if it is still working; if it never opens the port, correct the command, or remove port: from devservers.yml",
}

// listensNowhere reports whether a run whose port is what it waits for has no listener at all.
func (x *examination) listensNowhere() bool {
	kind := x.Server.Ready.Kind()
	return x.Status.Port != 0 && (kind == "" || kind == "tcp" || kind == "http") && len(ports.OfTree(x.Run.Record().Holder.PID)) == 0
}

// endedWell reports a server that ended by itself without an error: its command runs none.
func (x *examination) endedWell() {
	st := x.Status
	if len(x.list) > 0 || st.State.Up() || st.Kind == config.KindTask || st.Exit == nil || st.Exit.Code == nil || *st.Exit.Code != 0 || st.Exit.Cause != app.CauseNone {
		return
	}
	f := app.Finding{Kind: app.FindingOther, Problem: "its command ended by itself, with code 0 and without an error: it does not run a server",
		Evidence: []string{"the command: " + x.Server.Command.Source}, Fix: "make it a command that stays in the foreground; declare what ends by itself under tasks:"}
	c := x.clues()
	if f.Evidence = append(f.Evidence, c.Complaint()...); c.StartsServer() != "" {
		f.Fix = c.StartsServer()
	}
	x.add(f)
}

// brief is for how long a server that has no port may have lived, after it was called ready, for its end to count as one
// of its start.
const brief = 10 * time.Second

// judged is how a server without a port and without a readiness check is judged.
const judged = "it has no port, so it is judged by what it prints and by its exit alone"

// judgedBy returns how the last run was judged, if that explains why it was called ready: it has no port and no check.
func judgedBy(now supervisor.Situation) string {
	st := now.Status
	if st.Kind == config.KindTask || st.Port != 0 || now.Server.Ready.Kind() != "" || st.ReadyAt == nil {
		return ""
	}
	if st.State == app.Ready {
		return judged
	}
	if st.EndedAt != nil && st.Exit != nil && st.Exit.Cause == app.CauseNone && st.EndedAt.Sub(*st.ReadyAt) < brief {
		return "it was called ready before it ended: " + judged
	}
	return ""
}

// elsewhere reports a run that listens, but not on its port.
func (x *examination) elsewhere() {
	port := x.Status.Port
	var addrs, named []string
	c := x.clues()
	for _, l := range ports.OfTree(x.Run.Record().Holder.PID) {
		if int(l.Addr.Port()) == port {
			return
		}
		addrs = append(addrs, l.Addr.String())
		if file, line := c.Naming(strconv.Itoa(int(l.Addr.Port()))); file != "" {
			named = append(named, fmt.Sprintf("%s:%d names %d", c.Shown(file), line, l.Addr.Port()))
		}
	}
	if port == 0 || len(addrs) == 0 {
		return
	}
	f := app.Finding{Kind: app.FindingListens, Problem: fmt.Sprintf("it listens on %s, not on port %d", strings.Join(addrs, ", "), port), Evidence: named,
		Fix: fmt.Sprintf("make it listen on $PORT (%d), or declare the port that it uses", port)}
	if x.portGiven(&f) {
	} else if command := x.Server.Command.Source; !strings.Contains(command, "PORT") {
		f.Evidence = append(f.Evidence, "the command does not use $PORT: "+command)
	}
	x.add(f)
}

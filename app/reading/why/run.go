package why

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/engine/machine"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
)

// refusals are the failures of starts that never ran anything.
var refusals = []app.Code{app.CodePortInUse, app.CodeExecutable, app.CodeWorkingDir, app.CodeEnvironment,
	app.CodeNeedsHuman, app.CodeConfig}

// nextStart looks at what a start would run into now, and whether the cause of the last failure is gone.
func (x *examination) nextStart() {
	if x.Problem != nil {
		return
	}
	last := x.Status.Failure
	if fail := x.sup.CheckStart(x.ref); fail != nil {
		x.fault(fail)
	} else if last != nil && last.Run == "" && slices.Contains(refusals, last.Code) {
		c := x.of(app.FindingOther).Is("the last start was refused: %s", last.Head())
		c.See("system", "nothing prevents a start now").Do(app.StepStart, x.name())
		x.add(c)
	}
}

// ended looks at how the last run ended.
func (x *examination) ended() {
	e := x.Status.Exit
	if e == nil || e.Cause != app.CauseNone && e.Cause != app.CauseMemory {
		return
	}
	reason := app.SayOf(x.Waits)
	switch {
	case e.Cause == app.CauseMemory:
		x.add(x.tooHeavy(x.of(app.FindingMemory).Is("%s", reason)))
	case e.Signal == "KILL":
		c := x.of(app.FindingOther).Is("it was ended by signal KILL, which devservers did not send")
		x.add(x.killed(c.See("system", "%s", reason)))
	case e.Signal == "TERM":
		c := x.of(app.FindingOther).Is("it was ended by signal TERM, which devservers did not send")
		x.add(c.See("system", "%s", reason).Correct("look for what ends it, and start it again"))
	case e.Error != "" && x.Run != nil:
		x.notRun()
	}
}

// crashed reports a signal that the program gave itself. What it printed before may explain that, and comes first.
func (x *examination) crashed() {
	e := x.Status.Exit
	if e == nil || e.Cause != app.CauseNone || x.Status.State.Up() {
		return
	}
	reason := app.SayOf(x.Waits)
	switch {
	case e.Signal != "" && e.Signal != "KILL" && e.Signal != "TERM":
		c := x.of(app.FindingOther).Is("it was ended by signal %s: the program itself, or a library of it, crashed",
			app.Known(e.Signal))
		x.add(c.See("system", "%s", reason).Do(app.StepLogs, x.name()))
	case e.Code != nil && childSignals[*e.Code].name != "":
		x.add(x.passedOn(*e.Code))
	}
}

// notRun explains a command that could not be executed.
func (x *examination) notRun() {
	r := x.reading()
	r.Failed = true
	for _, c := range r.claims() {
		if c.Kind == app.FindingExecutable || c.Kind == app.FindingFile {
			x.add(c)
			return
		}
	}
	x.fault(history.ExecFailure(x.Run.Record()))
}

// tooHeavy adds the limit of the server's memory to a claim, and what to do about it.
func (x *examination) tooHeavy(c *app.Claim) *app.Claim {
	if x.Server.Memory == config.DefaultMemory {
		c.Read("devservers.yml", "no memory: is declared, so its limit is half of the machine's memory")
	} else {
		c.Read("devservers.yml", "its limit is %s", app.Known(words.Size(x.Server.Memory)))
	}
	return c.Correct("raise memory: of the server in devservers.yml (none = no limit), or find what grows")
}

// living looks at a run that is up: where it listens, and whether it waits for a person.
func (x *examination) living() {
	st := x.Status
	if x.Run == nil || st.State == app.Stopping {
		return
	}
	if st.State != app.Ready || x.Waits.Kind == words.NeverListened {
		x.elsewhere()
	}
	if x.Heavy != "" {
		x.add(x.tooHeavy(x.of(app.FindingMemory).Is("%s", app.Known(x.Heavy))))
	}
	lines := x.tail(20)
	last := lines[max(0, len(lines)-1):]
	quiet := time.Since(sinceOf(last))
	if at, ok := question(lines); ok && quiet > 2*time.Second {
		x.add(x.asks(x.of(app.FindingInput).Is("it is waiting for an answer"), at))
	} else if last, unfinished := prompt(last); !ok && unfinished && st.State != app.Ready && quiet > x.patience {
		x.add(x.asks(x.of(app.FindingInput).Is("it seems to wait for input: its last line is not finished"), last))
	}
}

// endedWell reports a server that ended by itself without an error: its command runs none.
func (x *examination) endedWell() {
	st := x.Status
	if len(x.list) > 0 || st.State.Up() || st.Kind.IsTask() || st.Exit == nil || st.Exit.Code == nil ||
		*st.Exit.Code != 0 || st.Exit.Cause != app.CauseNone {
		return
	}
	c := x.of(app.FindingOther)
	c.Is("its command ended by itself, with code 0 and without an error: it does not run a server")
	c.Read("devservers.yml", "the command: %s", app.Known(x.Server.Command.Source))
	c.Correct("make it a command that stays in the foreground; declare what ends by itself under tasks:")
	if x.Run != nil {
		if how := x.reading().StartsServer(); how != "" {
			c.See("sources", "%s", app.Known(how)).Correct("%s", app.Known(how))
		}
	}
	x.add(c)
}

// brief is for how long a server that has no port may have lived, after it was called ready, for its end to count as
// one of its start.
const brief = 10 * time.Second

// judged is how a server without a port and without a readiness check is judged.
const judged = "it has no port, so it is judged by what it prints and by its exit alone"

// judgedBy returns how the last run was judged, if that explains why it was called ready: it has no port and no check.
func judgedBy(now supervisor.Situation) string {
	st := now.Status
	if st.Kind.IsTask() || st.Port != 0 || now.Server.Ready.Kind() != "" || st.ReadyAt == nil {
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
	var addrs []string
	r := x.reading()
	c := x.of(app.FindingListens).Is("")
	for _, l := range machine.OfTree(x.Run.Record().Holder.PID) {
		if int(l.Addr.Port()) == port {
			return
		}
		addrs = append(addrs, l.Addr.String())
		if file, line := r.Naming(strconv.Itoa(int(l.Addr.Port()))); file != "" {
			c.ReadIn(app.Known(r.Shown(file)), "%s:%s names %s", app.Number(line), app.Number(int(l.Addr.Port())))
		}
	}
	if port == 0 || len(addrs) == 0 {
		return
	}
	c.Problem = app.Say("it listens on %s, not on port %s", app.Known(strings.Join(addrs, ", ")), app.Number(port))
	c.See("system", "PID %s and its processes listen on %s", app.Number(x.Status.PID),
		app.Known(strings.Join(addrs, ", ")))
	c.Correct("make it listen on $PORT (%s), or declare the port that it uses", app.Number(port))
	if command := x.Server.Command.Source; !x.portGiven(c) && !strings.Contains(command, "PORT") {
		c.Read("devservers.yml", "the command does not use $PORT: %s", app.Known(command))
	}
	x.add(c)
}

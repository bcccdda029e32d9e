package why

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/machine"
	"devservers/app/engine/supervisor"
)

// examination collects the claims of one diagnosis.
type examination struct {
	*Why
	ctx context.Context
	ref app.Ref
	supervisor.Situation
	list []*app.Claim
	read *printout // what the run has printed; nil = not read yet
}

// examine looks at everything, the most likely cause first.
func (x *examination) examine() {
	if x.Problem != nil {
		x.fault(x.Problem)
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
	x.caged()
	x.printed()
	x.crashed()
	x.questionLast()
	x.endedWell()
	x.unready()
	x.answers()
	x.unexplained()
	x.differences()
}

// printed looks at what the run printed. A server that was ready and doesn't work is known to be down, whatever it
// says.
func (x *examination) printed() {
	if x.Run == nil {
		return
	}
	r := x.reading()
	list := r.claims()
	if why := x.silent(); !why.Empty() {
		down := &app.Claim{Kind: app.FindingListens, Subject: x.name(), Problem: why, Line: -1}
		if said := app.Print(x.Status.Unhealthy); !said.Empty() {
			down.Quote("alive:", 0, said)
		}
		x.revive(down.See("system", "that is so now"))
		if len(list) == 0 {
			list = append(list, down)
		} else {
			list[0].See("system", "%s", why)
			x.unnoticed(list[0], r)
		}
	}
	x.add(list...)
}

// revive adds what to do about a server that was ready and doesn't serve. A restart helps neither while another process
// has its port nor if it never opens one.
func (x *examination) revive(c *app.Claim) {
	switch {
	case x.Waits.Kind == words.NotListening && x.Waits.About != "":
		c.Do(app.StepPort, x.name()).Or("restart it once the other process is gone, or give it another port")
	case x.Waits.Kind == words.NeverListened:
		c.Correct("make it listen on $PORT (%s), or remove port: from devservers.yml", app.Number(x.Status.Port))
	default:
		c.Do(app.StepRestart, x.name())
	}
}

// questionLast puts a question behind a package that is not installed: it asks whether to download it.
func (x *examination) questionLast() {
	of := func(kind app.FindingKind) int {
		return slices.IndexFunc(x.list, func(c *app.Claim) bool { return c.Kind == kind })
	}
	if asks := of(app.FindingInput); asks >= 0 && of(app.FindingModule) >= 0 {
		x.list = append(slices.Delete(slices.Clone(x.list), asks, asks+1), x.list[asks])
	}
}

// silent returns why a server that was ready doesn't work; empty if it works.
func (x *examination) silent() (why app.Sentence) {
	switch st := x.Status; {
	case st.State == app.Ready && st.Unhealthy != "":
		return app.SayOf(words.Reason{Kind: words.AliveFailed})
	case st.State == app.Ready && (x.Waits.Kind == words.NeverListened || x.Waits.Kind == words.HolderSilent):
		return app.SayOf(x.Waits)
	case st.State != app.Failing:
		return why
	case slices.Contains([]words.ReasonKind{words.NotListening, words.NotAccepting, words.AliveFailed,
		words.HolderSilent}, x.Waits.Kind):
		return app.SayOf(x.Waits)
	}
	return app.Say("nothing listens on port %s", app.Number(x.Status.Port))
}

// failing returns the status of a server as it is now: one that is called ready and on whose port nothing listens any
// more is failing, even if the supervisor has not seen that yet.
func failing(st app.Status) app.Status {
	if st.State != app.Ready || st.URL == "" || st.Port == 0 {
		return st
	}
	if list, err := machine.Listening(st.Port); err == nil && len(list) == 0 {
		st.State, st.Reason = app.Failing, "nothing listens on port "+strconv.Itoa(st.Port)
	}
	return st
}

// add adds claims, but none twice, and only the first about a port.
func (x *examination) add(list ...*app.Claim) {
	for _, c := range list {
		same := func(o *app.Claim) bool {
			if o.Problem == c.Problem {
				o.Fault = cmp.Or(o.Fault, c.Fault)
			}
			return o.Problem == c.Problem || c.Kind == app.FindingPort && o.Kind == app.FindingPort
		}
		if !slices.ContainsFunc(x.list, same) {
			x.list = append(x.list, c)
		}
	}
}

// faultKinds are the kinds of the claims that failures become.
var faultKinds = map[app.Code]app.FindingKind{
	app.CodePortInUse: app.FindingPort, app.CodeExecutable: app.FindingExecutable, app.CodeWorkingDir: app.FindingFile,
	app.CodeEnvironment: app.FindingEnv, app.CodeNeedsHuman: app.FindingTrust, app.CodeDependency: app.FindingDependency,
	app.CodeConfig: app.FindingConfig, app.CodeNotFound: app.FindingConfig, app.CodeForbidden: app.FindingConfig,
	app.CodeDiskFull: app.FindingSystem, app.CodeDiskFailed: app.FindingSystem,
	app.CodeNoDescriptors: app.FindingSystem, app.CodeNoProcesses: app.FindingSystem,
	app.CodeNoMemory: app.FindingSystem, app.CodeNoWatches: app.FindingSystem,
}

// fault adds a failure that has its own next step.
func (x *examination) fault(e *app.Error) *app.Claim {
	kind := cmp.Or(faultKinds[e.Code], app.FindingOther)
	c := &app.Claim{Kind: kind, Subject: x.name(), Problem: e.Sentence(), Fix: e.Next(), Line: -1,
		Fault: e.Code}
	x.add(c)
	return c
}

// name returns the name of this server.
func (x *examination) name() app.Name { return app.Known(x.ref.String()) }

// of returns a claim about this server that says nothing yet.
func (x *examination) of(kind app.FindingKind) *app.Claim {
	return &app.Claim{Kind: kind, Subject: x.name(), Line: -1}
}

// unexplained makes do with the failure itself, if there is no claim: its lines come along in any case.
func (x *examination) unexplained() {
	st := x.Status
	switch {
	case len(x.list) > 0:
	case st.Failure != nil:
		x.ends(x.fault(st.Failure))
	case st.State == app.Failed && st.Exit != nil && (st.Exit.Code == nil || *st.Exit.Code != 0):
		c := x.of(app.FindingOther).Is("%s: %s", app.Known(x.ref.Name), app.SayOf(x.Waits))
		x.add(x.ends(c).Do(app.StepLogs, x.name()))
	}
}

// ends adds the only line of the sources that ends a program with its exit code.
func (x *examination) ends(c *app.Claim) *app.Claim {
	e := x.Status.Exit
	if x.Run == nil || e == nil || e.Code == nil || *e.Code <= 0 {
		return c
	}
	if at := x.reading().Exits(*e.Code); at != "" {
		c.Read(app.OwnerOf(app.Known(at)), "one line of the sources ends it so: %s", app.Known(at))
	}
	return c
}

// differences reports what differs from devservers.yml, or from what the run was started with.
func (x *examination) differences() {
	if x.Status.ConfigChanged {
		c := x.of(app.FindingChanged).Is("its declaration has changed since it was started")
		c.Read("devservers.yml", "changed: %s", app.Known(strings.Join(x.Status.ChangedSinceStart, ", ")))
		x.add(c.Do(app.StepRestart, x.name()))
	}
	if n := len(x.Status.Overlay); n > 0 && x.Status.State != app.Ready {
		c := x.of(app.FindingChanged).Is("%s by set-env may be the cause", app.Known(words.Count(n, "change")))
		for _, line := range app.OverlayLines(x.Status.Overlay) {
			c.Read("overlay", "%s", app.Known(line))
		}
		x.add(c.Do(app.StepResetEnv, x.name()))
	}
}

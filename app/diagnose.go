package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"devservers/app/config"
	"devservers/app/diagnose"
	"devservers/app/run"
	"devservers/app/transcript"
)

// Finding is one cause of a server not doing what it should, with evidence and the next step.
type Finding = diagnose.Finding

// Diagnosis says what is wrong with a server, the most likely cause first.
type Diagnosis struct {
	Server    string    `json:"server"` // project/server
	State     State     `json:"state"`
	Message   string    `json:"message"`          // one sentence: how it is
	Findings  []Finding `json:"findings"`         // none: nothing is known to be wrong
	Output    []string  `json:"output,omitempty"` // the last lines, where no finding explains a failure
	Run       string    `json:"run,omitempty"`    // that the findings are about
	ViewerURL string    `json:"viewer_url,omitempty"`
}

// linesRead is how much of a run's output is looked at for causes.
const linesRead = 400

// Diagnose looks for the causes of what is wrong with a server or task: at what is declared, at what a start would
// run into now, at how the last run ended, and at what it printed. It starts nothing.
func (s *Supervisor) Diagnose(ref Ref) (Diagnosis, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return Diagnosis{}, err
	}
	x := s.examine(p, m)
	x.declaration()
	x.needs()
	if x.st.State.Up() {
		x.living()
	} else {
		x.nextStart()
		x.ended()
	}
	x.add(diagnose.Find(x.asCase())...)
	x.unexplained()
	x.differences()
	return Diagnosis{
		Server: m.ref.String(), State: x.st.State, Message: x.message(), Findings: x.list, Output: x.output,
		Run: x.st.Run, ViewerURL: x.st.ViewerURL,
	}, nil
}

// examination is one diagnosis on its way.
type examination struct {
	s       *Supervisor
	p       *project
	m       *managed
	st      Status
	server  config.Server
	conf    config.Project
	base    map[string]string
	problem *Error
	r       *run.Run
	list    []Finding
	output  []string
}

func (s *Supervisor) examine(p *project, m *managed) *examination {
	held := heldPorts()
	s.mu.Lock()
	defer s.mu.Unlock()
	x := &examination{
		s: s, p: p, m: m, st: s.outside(s.statusOf(p, m), held), server: m.spec, conf: p.conf, base: p.env, problem: p.problem,
		r: m.run, list: []Finding{},
	}
	if aboutAnEarlierRun(x.st) {
		x.r, x.st.Run, x.st.ViewerURL = nil, "", ""
	}
	return x
}

func (x *examination) add(list ...Finding) {
	for _, f := range list {
		same := func(g Finding) bool { return g.Problem == f.Problem || f.Kind == "port" && g.Kind == "port" }
		if !slices.ContainsFunc(x.list, same) {
			if f.Evidence == nil {
				f.Evidence = []string{}
			}
			x.list = append(x.list, f)
		}
	}
}

// fault makes a finding of a failure that says itself what to do.
func (x *examination) fault(e *Error, evidence ...string) {
	kind := map[Code]string{
		CodePortInUse: "port", CodeExecutable: "executable", CodeWorkingDir: "file", CodeEnvironment: "env", CodeNeedsHuman: "trust",
		CodeDependency: "dependency", CodeConfig: "config", CodeNotFound: "config", CodeForbidden: "config",
	}[e.Code]
	if kind == "" {
		kind = "other"
	}
	x.add(Finding{Kind: kind, Problem: e.Detail, Evidence: evidence, Fix: e.Hint})
}

// declaration looks at devservers.yml.
func (x *examination) declaration() {
	if x.problem != nil {
		x.fault(x.problem, "what ran before goes on with what was declared then")
	}
}

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
	case last != nil && slices.Contains([]Code{CodePortInUse, CodeExecutable, CodeWorkingDir, CodeEnvironment, CodeNeedsHuman, CodeConfig}, last.Code):
		x.add(Finding{Kind: "other", Problem: "the last start was refused: " + firstLine(last.Detail), Evidence: []string{"nothing stands in its way now"},
			Fix: "devservers start " + x.m.ref.String()})
	}
}

// ended looks at how the last run ended.
func (x *examination) ended() {
	e := x.st.Exit
	switch {
	case e == nil:
	case e.Cause == "memory":
		x.add(Finding{Kind: "memory", Problem: x.st.Reason, Evidence: []string{"its limit is " + Size(x.server.Memory)},
			Fix: "raise memory: of the server in devservers.yml (none = no limit), or find what grows"})
	case e.Signal == "KILL" && e.Cause == "":
		x.add(Finding{Kind: "memory", Problem: "something outside killed it (signal KILL)", Evidence: []string{x.st.Reason},
			Fix: "when memory is short it was the system: `journalctl -k` says so; close programs, or lower what it needs"})
	case e.Error != "":
		if x.r != nil {
			x.fault(execFailure(x.r.Record()))
		}
	}
}

// living looks at a run that is up: where it listens, whether it waits for a person.
func (x *examination) living() {
	if x.r == nil || x.st.State == Stopping {
		return
	}
	if x.st.State != Ready {
		x.elsewhere()
	}
	if ask := diagnose.Asks(x.lines()); ask != "" && time.Since(x.quietSince()) > 2*time.Second {
		x.add(Finding{Kind: "input", Problem: "it waits for somebody to answer", Evidence: []string{"the last that it printed: " + ask},
			Fix: "answer it: devservers attach " + x.m.ref.String() + "; or have the command not ask (--yes, CI=1)"})
	}
	if x.st.State == Starting && x.st.Reason != "" && len(x.list) == 0 && x.st.Failure != nil {
		x.add(Finding{Kind: "other", Problem: "it is not ready: it " + x.st.Reason, Evidence: []string{"up for " + age(time.Since(*x.st.StartedAt))},
			Fix: "if it works all the same, say in ready: when it is ready"})
	}
}

// elsewhere: it listens, but not where it is declared to.
func (x *examination) elsewhere() {
	var addrs []string
	for _, l := range treePorts(pidsOf(treeOf(x.r.Record().Holder.PID))) {
		if int(l.Addr.Port()) == x.st.Port {
			return
		}
		addrs = append(addrs, l.Addr.String())
	}
	if x.st.Port == 0 || len(addrs) == 0 {
		return
	}
	f := Finding{Kind: "listens", Problem: fmt.Sprintf("it listens on %s, and not on port %d", strings.Join(addrs, ", "), x.st.Port),
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
	case x.st.State == Exited && x.st.Exit != nil && (x.st.Exit.Code == nil || *x.st.Exit.Code != 0):
		x.add(Finding{Kind: "other", Problem: x.m.ref.Name + " " + x.st.Reason, Fix: "its whole output: devservers logs " + x.m.ref.String()})
		x.output = lastLines(x.r.Dir, lastLinesShown)
	}
}

// differences: what holds is not what devservers.yml says, or not what the run was started with.
func (x *examination) differences() {
	if x.st.ConfigChanged {
		x.add(Finding{Kind: "changed", Problem: "what is declared has changed since it was started", Evidence: []string{"changed: " + strings.Join(x.st.ChangedSinceStart, ", ")}, Fix: "devservers restart " + x.m.ref.String()})
	}
	if n := len(x.st.Overlay); n > 0 && x.st.State != Ready {
		x.add(Finding{Kind: "changed", Problem: fmt.Sprintf("%d changes by set-env hold for it", n), Evidence: strings.Split(strings.TrimSpace(OverlayDiff(x.st.Overlay)), "\n")[1:],
			Fix: "if they are the cause: devservers reset-env " + x.m.ref.String()})
	}
}

// message is how it is, in one sentence.
func (x *examination) message() string {
	name, st := x.m.ref.String(), x.st
	switch {
	case st.State == Ready && len(x.list) == 0 && st.URL != "":
		return name + " is ready at " + st.URL + ", and nothing is known to be wrong"
	case len(x.list) == 0 && st.State.Up():
		return strings.TrimSpace(fmt.Sprintf("%s is %s, and nothing is known to be wrong", name, st.State))
	case st.Failure != nil:
		return firstLine(st.Failure.Detail)
	case st.State == Sleeping, st.State == Exited && st.Reason != "":
		return name + " is " + string(st.State) + ": " + st.Reason
	case len(x.list) == 0:
		return name + " is " + string(st.State) + "; a start would find nothing in its way"
	}
	return fmt.Sprintf("%s is %s, with %s", name, st.State, counted(len(x.list), "finding"))
}

func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// lines are the last ones of the run, as plain text.
func (x *examination) lines() (list []diagnose.Line) {
	page := x.page(linesRead)
	for _, l := range page.Lines {
		list = append(list, diagnose.Line{Seq: l.Seq, Text: transcript.Plain(l.Text)})
	}
	return list
}

func (x *examination) page(n int) (page transcript.Page) {
	if x.r == nil {
		return page
	}
	t, err := transcript.Open(x.r.Dir)
	if err != nil {
		return page
	}
	defer t.Close()
	page, _ = t.Tail(n) // what cannot be read tells nothing
	return page
}

// quietSince is when it printed last.
func (x *examination) quietSince() time.Time {
	if page := x.page(1); len(page.Lines) > 0 {
		return page.Lines[0].Time
	}
	return time.Now()
}

// asCase is what the rules look at.
func (x *examination) asCase() diagnose.Case {
	env, fail := x.s.environ(x.conf, x.server, x.base, x.server.WorkingDir, x.st.Port)
	if fail != nil {
		env = x.s.login(x.base)
		env.declared(x.conf, x.server)
	}
	c := diagnose.Case{
		Ref: x.m.ref.String(), Lines: x.lines(), ProjectDir: x.conf.Dir, Dir: x.server.WorkingDir, EnvFiles: x.server.EnvFiles, Env: env.get,
		Ready: x.st.State == Ready, Port: x.st.Port, Owner: x.owner, Server: x.s.declaredAt,
	}
	if x.r != nil {
		c.Argv = x.r.Record().Argv
	}
	for _, t := range x.conf.Tasks {
		c.Tasks = append(c.Tasks, diagnose.Task{Name: t.Name, Command: t.Command.Source})
	}
	return c
}

// owner tells who else holds a port, and what to do about it.
func (x *examination) owner(port int) (who, fix string) {
	list, err := listeners(port)
	if err != nil || port == 0 {
		return "", ""
	}
	for _, l := range list {
		if o := x.s.ownerOf(l, x.conf.Dir); l.local() && o.Server != x.m.ref.String() {
			return o.describe(), x.s.portHeld(x.m.ref, o).Hint
		}
	}
	return "", ""
}

// declaredAt names the server of ours that is declared to listen on a port.
func (s *Supervisor) declaredAt(port int) (ref string, up bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range s.ids() {
		for _, m := range s.projects[id].inOrder() {
			if m.spec.Port.Number == port || m.spec.Port.Auto && s.ports.known(m.ref.String()) == port {
				return m.ref.String(), m.status.State.Up()
			}
		}
	}
	return "", false
}

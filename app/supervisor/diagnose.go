package supervisor

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/diagnose"
	"devservers/app/ports"
	"devservers/app/projects"
	"devservers/app/run"
	"devservers/app/words"
)

// linesRead is how much of a run's output is looked at for causes.
const linesRead = 400

// Diagnose looks for the causes of what is wrong with a server or task: at what is declared, at what a start would
// run into now, at how the last run ended, and at what it printed. It starts nothing.
func (s *Supervisor) Diagnose(ref app.Ref) (app.Diagnosis, error) {
	p, m, err := s.server(ref)
	if err != nil {
		return app.Diagnosis{}, err
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
	return app.Diagnosis{
		Server: m.ref.String(), State: x.st.State, Message: x.message(), Findings: x.list, Output: x.output,
		Run: x.st.Run, ViewerURL: x.st.ViewerURL,
	}, nil
}

// examination is one diagnosis on its way.
type examination struct {
	s       *Supervisor
	p       *project
	m       *managed
	st      app.Status
	server  config.Server
	conf    config.Project
	d       *projects.Declared
	problem *app.Error
	r       *run.Run
	list    []app.Finding
	output  []string
}

func (s *Supervisor) examine(p *project, m *managed) *examination {
	held := ports.Held()
	s.mu.Lock()
	defer s.mu.Unlock()
	x := &examination{
		s: s, p: p, m: m, st: s.outside(s.statusOf(p, m), held), server: m.spec, d: p.Declared, conf: p.Conf, problem: p.Problem,
		r: m.run, list: []app.Finding{},
	}
	if aboutAnEarlierRun(x.st) {
		x.r, x.st.Run, x.st.ViewerURL = nil, "", ""
	}
	return x
}

func (x *examination) add(list ...app.Finding) {
	for _, f := range list {
		same := func(g app.Finding) bool { return g.Problem == f.Problem || f.Kind == "port" && g.Kind == "port" }
		if !slices.ContainsFunc(x.list, same) {
			if f.Evidence == nil {
				f.Evidence = []string{}
			}
			x.list = append(x.list, f)
		}
	}
}

// fault makes a finding of a failure that says itself what to do.
func (x *examination) fault(e *app.Error, evidence ...string) {
	kind := map[app.Code]string{
		app.CodePortInUse: "port", app.CodeExecutable: "executable", app.CodeWorkingDir: "file", app.CodeEnvironment: "env", app.CodeNeedsHuman: "trust",
		app.CodeDependency: "dependency", app.CodeConfig: "config", app.CodeNotFound: "config", app.CodeForbidden: "config",
	}[e.Code]
	if kind == "" {
		kind = "other"
	}
	x.add(app.Finding{Kind: kind, Problem: e.Detail, Evidence: evidence, Fix: e.Hint})
}

// declaration looks at devservers.yml.
func (x *examination) declaration() {
	if x.problem != nil {
		x.fault(x.problem, "what ran before goes on with what was declared then")
	}
}

// differences: what holds is not what devservers.yml says, or not what the run was started with.
func (x *examination) differences() {
	if x.st.ConfigChanged {
		x.add(app.Finding{Kind: "changed", Problem: "what is declared has changed since it was started", Evidence: []string{"changed: " + strings.Join(x.st.ChangedSinceStart, ", ")}, Fix: "devservers restart " + x.m.ref.String()})
	}
	if n := len(x.st.Overlay); n > 0 && x.st.State != app.Ready {
		x.add(app.Finding{Kind: "changed", Problem: fmt.Sprintf("%d changes by set-env hold for it", n), Evidence: strings.Split(strings.TrimSpace(app.OverlayDiff(x.st.Overlay)), "\n")[1:],
			Fix: "if they are the cause: devservers reset-env " + x.m.ref.String()})
	}
}

// message is how it is, in one sentence.
func (x *examination) message() string {
	name, st := x.m.ref.String(), x.st
	switch {
	case st.State == app.Ready && len(x.list) == 0 && st.URL != "":
		return name + " is ready at " + st.URL + ", and nothing is known to be wrong"
	case len(x.list) == 0 && st.State.Up():
		return strings.TrimSpace(fmt.Sprintf("%s is %s, and nothing is known to be wrong", name, st.State))
	case st.Failure != nil && !x.says(firstLine(st.Failure.Detail)):
		return firstLine(st.Failure.Detail)
	case st.State == app.Sleeping, st.State == app.Exited && st.Reason != "":
		return name + " is " + string(st.State) + ": " + st.Reason
	case len(x.list) == 0:
		return name + " is " + string(st.State) + "; a start would find nothing in its way"
	}
	return fmt.Sprintf("%s is %s, with %s", name, st.State, words.Count(len(x.list), "finding"))
}

// says tells whether a finding has the same words.
func (x *examination) says(text string) bool {
	return slices.ContainsFunc(x.list, func(f app.Finding) bool { return firstLine(f.Problem) == text })
}

// declaredAt names the server of ours that is declared to listen on a port.
func (s *Supervisor) declaredAt(port int) (ref string, up bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range s.ids() {
		for _, m := range s.projects[id].inOrder() {
			if m.spec.Port.Number == port || m.spec.Port.Auto && s.ports.Port(m.ref.String()) == port {
				return m.ref.String(), m.status.State.Up()
			}
		}
	}
	return "", false
}

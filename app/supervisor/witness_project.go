package supervisor

import (
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/trust"
	"devservers/app/words"
)

// projectTold is the state of a project that its events have reported so far.
type projectTold struct {
	version                      int
	sha256, problem, envProblems string
}

func (p *project) toTell() projectTold {
	t := projectTold{version: p.Version, sha256: p.Conf.SHA256, envProblems: strings.Join(p.EnvFaults, "; ")}
	if p.Problem != nil {
		t.problem = p.Problem.Detail
	}
	return t
}

// witnessProject adds events for changes of a project's files. It is called when they have been left alone for a
// moment, since an editor may write a file in two steps; mu is held.
func (p *project) witnessProject() {
	now, before, fresh := p.toTell(), p.told, !p.known
	p.told, p.known = now, true
	switch {
	case fresh:
		p.tellTrust()
		return
	case now.problem != "" && now.problem != before.problem:
		p.tellProject(app.EventConfigBroken, p.inShort(now.problem))
	case now.problem == "" && before.problem != "":
		p.tellProject(app.EventConfig, config.FileName+" can be read again")
	case now.sha256 != before.sha256:
		p.tellProject(app.EventConfig, config.FileName+" has changed")
	}
	if now.sha256 != before.sha256 {
		p.tellTrust()
	}
	if now.envProblems != "" && now.envProblems != before.envProblems {
		p.tellProject(app.EventConfigBroken, p.inShort(now.envProblems))
	}
	if now.version != before.version {
		p.tellDrift()
	}
}

func (p *project) tellProject(event, message string) {
	p.s.Events.Add(app.Event{Event: event, Project: p.id, Message: message})
}

// tellTrust adds the event that a person must review the file before anything in it can start, unless that was already
// the case when this manager began.
func (p *project) tellTrust() {
	if p.s.open && p.Problem == nil && p.Trust != trust.Trusted {
		p.tellProject(app.EventTrust, "review "+config.FileName+", then run `devservers trust`")
	}
}

// tellDrift adds events that name what has changed for running servers since they were started.
func (p *project) tellDrift() {
	for _, m := range p.inOrder() {
		names := m.driftOf()
		drift := m.status.Run + ":" + strings.Join(names, " ")
		if len(names) > 0 && drift != m.toldDrift {
			m.toldDrift = drift
			m.tell(app.Event{Event: app.EventConfig, Run: m.status.Run, Changed: names, Message: "changed since it was started: " + strings.Join(names, ", ")})
		}
	}
}

// inShort returns the first line of a problem of p's files, with paths relative to its directory.
func (p *project) inShort(text string) string {
	return strings.ReplaceAll(words.FirstLine(text), p.Reg.Path+string(filepath.Separator), "")
}

package supervisor

import (
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/trust"
)

// projectTold is what is known of a project by who reads what happens.
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

// witnessProject tells what has changed in what servers are started with. It is called when files have settled: who looks between
// two writes of an editor sees half a file. mu is held.
func (s *Supervisor) witnessProject(p *project) {
	now, before, fresh := p.toTell(), p.told, !p.known
	p.told, p.known = now, true
	switch {
	case fresh:
		s.tellTrust(p)
		return
	case now.problem != "" && now.problem != before.problem:
		s.tellProject(p, app.EventConfigBroken, p.inShort(now.problem))
	case now.problem == "" && before.problem != "":
		s.tellProject(p, app.EventConfig, config.FileName+" can be read again")
	case now.sha256 != before.sha256:
		s.tellProject(p, app.EventConfig, config.FileName+" has changed")
	}
	if now.sha256 != before.sha256 {
		s.tellTrust(p)
	}
	if now.envProblems != "" && now.envProblems != before.envProblems {
		s.tellProject(p, app.EventConfigBroken, p.inShort(now.envProblems))
	}
	if now.version != before.version {
		s.tellDrift(p)
	}
}

func (s *Supervisor) tellProject(p *project, event, message string) {
	s.events.add(app.Event{Event: event, Project: p.id, Message: message})
}

// tellTrust tells that a person has to look at the file before anything of it can be started. What was so before this manager began
// has not happened now.
func (s *Supervisor) tellTrust(p *project) {
	if s.open && p.Problem == nil && p.Trust != trust.Trusted {
		s.tellProject(p, app.EventTrust, "a person looks at "+config.FileName+" and runs `devservers trust`")
	}
}

// tellDrift names what servers that run would be given otherwise now.
func (s *Supervisor) tellDrift(p *project) {
	for _, m := range p.inOrder() {
		names := m.driftOf()
		drift := m.status.Run + ":" + strings.Join(names, " ")
		if len(names) > 0 && drift != m.toldDrift {
			m.toldDrift = drift
			s.tell(m, app.Event{Event: app.EventConfig, Run: m.status.Run, Changed: names, Message: "changed since it was started: " + strings.Join(names, ", ")})
		}
	}
}

// inShort is the first line of what is wrong with p's files, with their names as people in its directory write them.
func (p *project) inShort(text string) string {
	return strings.ReplaceAll(firstLine(text), p.Reg.Path+string(filepath.Separator), "")
}

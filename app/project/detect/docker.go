package detect

import (
	"devservers/app/project/code"
	"devservers/app/project/lists"
)

// services takes the databases and the like that a compose file starts in containers.
func (f *finder) services() {
	l, ok := lists.Compose(f.Root)
	if !ok {
		f.proposal.Notes = append(f.proposal.Notes, l.Notes...)
		return
	}
	l = f.built(l)
	if missing := code.MissingForCompose(); missing != "" {
		for _, p := range l.Processes {
			f.note(p.From + " is left out: " + missing + " isn't installed here")
		}
		f.proposal.Notes = append(f.proposal.Notes, l.Notes...)
		return
	}
	apps := len(f.proposal.Servers)
	f.take(l)
	for i := range apps {
		for _, s := range f.proposal.Servers[apps:] {
			f.proposal.Servers[i].Needs = append(f.proposal.Servers[i].Needs, Var{s.Name, "ready"})
		}
	}
}

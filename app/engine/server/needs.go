package server

import (
	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
)

// Need is one thing that a start waits for: another server or task of the project that has reached this state after it
// has handled the request gen.
type Need struct {
	On    *Server
	gen   int
	Until config.Condition
}

// Chosen reports whether the needs of a start are known because another server's start requested it.
func (w Want) Chosen() bool { return w.chosen }

// ChooseNeeds returns what the start w waits for, and requests the servers and tasks of these that are not up. An
// automatic start requests nothing else: it waits for the servers that are wanted up.
func (s *Server) ChooseNeeds(p WantedProject, w Want) []Need {
	switch {
	case w.Actor.Automatic():
		return s.standingNeeds(p)
	case !w.chosen:
		return s.raiseNeeds(p, w.Actor, &s.Raised)
	}
	return w.needs
}

func (s *Server) standingNeeds(p WantedProject) (needs []Need) {
	for _, d := range s.Spec.DependsOn {
		if on := p.Find(d.Name); on != nil && (on.Want.Up || on.Outside) && on.Spec.Kind == config.KindServer &&
			d.Until != config.UntilCompleted {
			needs = append(needs, Need{on, on.Want.Gen, d.Until})
		}
	}
	return needs
}

// raiseNeeds requests everything that s needs and that is not up, after everything that those need in turn. names
// collects them all in one pass, so that a shared dependency is requested only once.
func (s *Server) raiseNeeds(p WantedProject, a app.Actor, names *[]string) (needs []Need) {
	for _, d := range s.Spec.DependsOn {
		on := p.Find(d.Name)
		if on == nil || on.Gone {
			continue
		}
		if !on.rising() && !on.Outside {
			below := on.raiseNeeds(p, a, names)
			on.Ask(true, a, "")
			on.Want.needs, on.Want.chosen = below, true
			*names = append(*names, on.Ref.Name)
		}
		needs = append(needs, Need{on, on.Want.Gen, d.Until})
	}
	return needs
}

// Unmet returns the reason to wait, if there is one, and the first need that cannot be met.
func Unmet(needs []Need) (reason words.Reason, broken *Need) {
	var open []string
	for i, n := range needs {
		met, failed := n.look()
		if failed {
			return reason, &needs[i]
		}
		if !met {
			open = append(open, words.Need(n.On.Ref.Name, string(n.Until)))
		}
	}
	if len(open) == 0 {
		return reason, nil
	}
	return words.Reason{Kind: words.WaitsForNeeds, About: words.And(open)}, nil
}

// look reports whether a need is met, and whether it has failed and will not be met on its own.
func (n Need) look() (met, failed bool) {
	if n.On.Seen < max(n.gen, n.On.Want.Gen) {
		return false, false
	}
	return n.On.Status.meets(n.Until, n.On.Spec.Kind)
}

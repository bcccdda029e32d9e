package project

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/yml"
	"devservers/app/project/programs"
	"devservers/app/run/cage"
	"devservers/app/run/protocol"
)

// Caution is what applies to a run because of whom it is for; see protocol.Record.
type Caution struct {
	Cage    *cage.Plan
	Decided time.Time
	Changed *protocol.Changed
}

// Cautious returns what applies to a start for a. decided is when a person last decided about the server, as far as its
// last run knows. An agent starts nothing of a work tree that no person has run, if that runs other code than the one
// that its trust comes from.
func (ps *Projects) Cautious(d *Declared, server config.Server, run Prepared, a app.Actor, decided time.Time) (Caution,
	*app.Error) {
	if fail := ps.unrun(d, a); fail != nil {
		return Caution{}, fail
	}
	plan, fail := ps.cage(d, server, run, a)
	c := Caution{Cage: plan, Decided: time.Now()}
	if fail != nil || !a.IsAgent() {
		return c, fail
	}
	if c.Decided = ps.trust.At(d.Conf); decided.After(c.Decided) {
		c.Decided = decided
	}
	runs := programs.RunFiles(d.Conf.Dir, server.WorkingDir, server.Command.Source)
	files, at := yml.Changed(d.Conf.Dir, runs, c.Decided)
	if len(files) > 0 {
		c.Changed = &protocol.Changed{Files: files, At: at, Since: c.Decided}
	}
	return c, nil
}

// unrun refuses an agent's start in a work tree that a person has not run, and notes that a person runs it.
func (ps *Projects) unrun(d *Declared, a app.Actor) *app.Error {
	lenders := ps.trust.Lenders(d.Conf)
	switch {
	case len(lenders) == 0 || !a.IsAgent() && !a.IsPerson():
		return nil
	case a.IsPerson():
		if err := ps.trust.Ran(d.Conf); err != nil {
			ps.o.Log.Warn("it is not noted that a person has run this work tree", "project", d.Reg.ID, "error", err)
		}
		ps.request(d.Reg.ID, ask{change: ps.judge})
		return nil
	}
	b := branch(d, lenders)
	if b.Same() {
		return nil
	}
	return untrusted(d.Conf.Dir, "nobody has run anything of "+d.Reg.ID+" yet, and "+b.What())
}

// branch returns how little d differs from one of the work trees from which its trust comes.
func branch(d *Declared, lenders []string) yml.Branch {
	var files []string
	for _, s := range d.Servers {
		files = append(files, programs.RunFiles(d.Conf.Dir, s.WorkingDir, s.Command.Source)...)
	}
	return yml.Least(d.Conf.Dir, lenders, files)
}

// judge notes whether a person has trusted what d runs, and whether they have run it.
func (ps *Projects) judge(d *Declared) {
	d.Trust, d.Unrun = ps.trust.State(d.Conf), len(ps.trust.Lenders(d.Conf)) > 0
}

package projects

import (
	"devservers/app"
	"devservers/app/config/trust"
)

// Review gives a person what there is to trust.
func (ps *Projects) Review(id string) (app.Review, error) {
	id, err := ps.Find(id)
	if err != nil {
		return app.Review{}, err
	}
	ps.Refresh(id)
	d := ps.declared(id)
	if d == nil || d.Problem != nil {
		return app.Review{}, ProblemOf(d, id)
	}
	return app.Review{
		Project: id, File: d.Conf.File, SHA256: d.Conf.SHA256, State: ps.trust.State(d.Conf),
		Text: trust.Review(d.Conf, ps.Allow()), Diff: ps.trust.Diff(d.Conf),
	}, nil
}

// Trust trusts exactly the content with this hash, and refuses when the file says something else by now.
func (ps *Projects) Trust(id, sha256 string) error {
	id, err := ps.Find(id)
	if err != nil {
		return err
	}
	ps.request(id, ask{force: true})
	d := ps.declared(id)
	if d == nil || d.Problem != nil {
		return ProblemOf(d, id)
	}
	if d.Conf.SHA256 != sha256 {
		return app.Failf(app.CodeConflict, "look at it again: devservers trust --show", "%s has changed since it was shown", d.Conf.File)
	}
	if err := ps.trust.Add(d.Conf); err != nil {
		return err
	}
	ps.request(id, ask{change: func(d *Declared) { d.Trust = ps.trust.State(d.Conf) }})
	return nil
}

// ProblemOf is why nothing can be done with a project; d is nil when it was forgotten meanwhile.
func ProblemOf(d *Declared, id string) error {
	if d == nil {
		return app.Failf(app.CodeNotFound, "register it: run `devservers register` in its directory", "there is no project %q", id)
	}
	return d.Problem
}

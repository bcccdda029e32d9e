package app

import (
	"devservers/app/config/trust"
)

// Review gives a person what there is to trust.
func (ps *Projects) Review(id string) (Review, error) {
	id, err := ps.find(id)
	if err != nil {
		return Review{}, err
	}
	ps.refresh(id)
	d := ps.declared(id)
	if d == nil || d.problem != nil {
		return Review{}, problemOf(d, id)
	}
	return Review{
		Project: id, File: d.conf.File, SHA256: d.conf.SHA256, State: ps.trust.State(d.conf),
		Text: trust.Review(d.conf, ps.allow()), Diff: ps.trust.Diff(d.conf),
	}, nil
}

// Trust trusts exactly the content with this hash, and refuses when the file says something else by now.
func (ps *Projects) Trust(id, sha256 string) error {
	id, err := ps.find(id)
	if err != nil {
		return err
	}
	ps.request(id, ask{force: true})
	d := ps.declared(id)
	if d == nil || d.problem != nil {
		return problemOf(d, id)
	}
	if d.conf.SHA256 != sha256 {
		return failf(CodeConflict, "look at it again: devservers trust --show", "%s has changed since it was shown", d.conf.File)
	}
	if err := ps.trust.Add(d.conf); err != nil {
		return err
	}
	ps.request(id, ask{change: func(d *declared) { d.trust = ps.trust.State(d.conf) }})
	return nil
}

// problemOf is why nothing can be done with a project; d is nil when it was forgotten meanwhile.
func problemOf(d *declared, id string) error {
	if d == nil {
		return failf(CodeNotFound, "register it: run `devservers register` in its directory", "there is no project %q", id)
	}
	return d.problem
}

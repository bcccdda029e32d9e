package project

import (
	"devservers/app"
	"devservers/app/config/settings"
)

// Review returns what a person has to review before trusting a project.
func (ps *Projects) Review(id string) (app.Review, error) {
	id, err := ps.Find(id)
	if err != nil {
		return app.Review{}, err
	}
	ps.request(id, ask{force: true})
	d := ps.Declared(id)
	if d == nil || d.Problem != nil {
		return app.Review{}, ProblemOf(d, id)
	}
	review := app.Review{
		Project: id, File: d.Conf.File, SHA256: d.Conf.SHA256, State: ps.trust.State(d.Conf),
		Text: settings.Review(d.Conf, ps.Allow()), Diff: ps.trust.Diff(d.Conf),
	}
	if lenders := ps.trust.Lenders(d.Conf); len(lenders) > 0 {
		review.Unrun = true
		if b := branch(d, lenders); !b.Same() {
			review.Diff = b.Diff()
		}
	}
	return review, nil
}

// Trust trusts exactly the content with this hash, and refuses if the file has other content by now. Agents can't
// trust.
func (ps *Projects) Trust(id, sha256 string, a app.Actor) error {
	if a.IsAgent() {
		return app.Failf(app.CodeNeedsHuman, "a person runs `devservers trust` in the project",
			"an agent cannot trust a project")
	}
	id, err := ps.Find(id)
	if err != nil {
		return err
	}
	ps.request(id, ask{force: true})
	d := ps.Declared(id)
	if d == nil || d.Problem != nil {
		return ProblemOf(d, id)
	}
	if d.Conf.SHA256 != sha256 {
		return app.Failf(app.CodeConflict, "look at it again: devservers trust --show", "%s has changed since it was shown",
			d.Conf.File)
	}
	if len(ps.trust.Lenders(d.Conf)) > 0 {
		err = ps.trust.Ran(d.Conf)
	} else {
		err = ps.trust.Add(d.Conf)
	}
	if err != nil {
		return err
	}
	ps.request(id, ask{change: ps.judge})
	return nil
}

// ProblemOf returns why a project can't be used, or nil. d is nil if the project was unregistered meanwhile.
func ProblemOf(d *Declared, id string) error {
	if d == nil {
		return app.Failf(app.CodeNotFound, "register it: run `devservers register` in its directory",
			"there is no project %q", id)
	}
	return d.Problem
}

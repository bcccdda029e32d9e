package access

import (
	"net/url"
	"slices"
	"strconv"

	"devservers/app"
)

// Propose keeps a devservers.yml that an agent proposes for a directory, and the error shows where a person decides
// about it. Content that is "" stands for that of the file, or for what init would write. There is no error if exactly
// this is registered and trusted already.
func (b *Permits) Propose(dir, content, reason string, a app.Actor) (app.Draft, error) {
	d, err := b.sup.Files.Draft(dir, content, b.port())
	if err != nil || b.inEffect(d) {
		return d, err
	}
	fail := app.Failf(app.CodeNeedsHuman, "", "%s waits for a person, who sees what it would run and writes, registers "+
		"and "+
		"trusts it with one click; nothing has been written or run", d.File)
	fail.Permit = b.ask(PermitRequest{Server: app.Ref{Project: d.Project}, By: a, Draft: &d, Reason: reason,
		Why: "a devservers.yml decides what runs on this machine"})
	fail.Hint = "ask the person to accept it at " + b.sup.View().URL + "/waiting/" + fail.Permit + ", then call again"
	return d, fail
}

// inEffect reports whether a draft is what the registered project has, and is trusted.
func (b *Permits) inEffect(d app.Draft) bool {
	return slices.ContainsFunc(b.sup.Projects(), func(v app.ProjectView) bool {
		return v.Path == d.Dir && v.SHA256 == d.SHA256 && v.Trust == "trusted"
	})
}

// port returns the manager's port; 0 = it is not known.
func (b *Permits) port() int {
	if u, err := url.Parse(b.sup.View().URL); err == nil {
		if n, err := strconv.Atoi(u.Port()); err == nil {
			return n
		}
	}
	return 0
}

// Look returns a request that waits, for the person who decides about it.
func (b *Permits) Look(id string) (PermitRequest, error) {
	for _, r := range b.Waiting() {
		if r.ID == id {
			return r, nil
		}
	}
	return PermitRequest{}, answered()
}

// Accept writes a draft's file, registers it and trusts exactly that, as a person who has seen it wants. It returns the
// project's id. Nothing is started.
func (b *Permits) Accept(r PermitRequest, a app.Actor) (id string, err error) {
	defer b.done(r)
	if err := b.sup.Files.WriteDraft(*r.Draft, b.port()); err != nil {
		return "", err
	}
	v, _, err := b.sup.Register(r.Draft.File)
	if err != nil {
		return "", err
	}
	return v.ID, b.sup.Files.Trust(v.ID, r.Draft.SHA256, a)
}

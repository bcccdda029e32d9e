package project

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/config/yml"
)

// standsBack reports whether a project is a checkout whose declared ports belong to another one of the repository: to
// the main checkout, or to a linked one that was registered earlier.
func (l *loader) standsBack(reg settings.Registered) bool {
	own, ok := yml.CheckoutOf(reg.Path)
	if !ok || !own.Linked() || l.ps.o.Beside == nil {
		return false
	}
	later := false
	for _, other := range l.ps.o.Global.Projects() {
		if other.ID == reg.ID {
			later = true
			continue
		}
		its, known := yml.CheckoutOf(other.Path)
		same := known && its.GitDir == own.GitDir && within(its, other.Path) == within(own, reg.Path)
		if same && (!later || !its.Linked()) {
			return true
		}
	}
	return false
}

// within returns the place of a project in its checkout.
func within(c yml.Checkout, path string) string {
	rel, _ := filepath.Rel(c.Top, path)
	return rel
}

// beside returns a server on the port that a worktree has instead of the declared one.
func (l *loader) beside(d *Declared, server config.Server) config.Server {
	if server.Port.Number == 0 || server.External { // all checkouts use the same database
		return server
	}
	ref := app.Ref{Project: d.Reg.ID, Name: cmp.Or(server.HookOf, server.Name)}
	declared := func(port int) bool {
		has := func(s config.Server) bool { return s.Port.Number == port }
		return slices.ContainsFunc(d.Conf.Servers, has) ||
			slices.ContainsFunc(l.ps.All(), func(o *Declared) bool {
				return o.Reg.ID != d.Reg.ID &&
					slices.ContainsFunc(o.Servers, has)
			})
	}
	if port := l.ps.o.Beside(ref, server.Port.Number, declared); port != 0 {
		return server.At(port)
	}
	return server
}

// repatchCheckouts applies again what the other checkouts of a repository take over from a project that is new.
func (ps *Projects) repatchCheckouts(reg settings.Registered) {
	for _, d := range ps.All() {
		if d.Reg.ID != reg.ID && d.Reg.Name == reg.Name {
			ps.Repatch(d.Reg.ID)
		}
	}
}

// removed reports whether a project was in a linked worktree that its repository no longer lists. That requires another
// registered checkout of it.
func (l *loader) removed(reg settings.Registered) bool {
	return slices.ContainsFunc(l.ps.o.Global.Projects(), func(other settings.Registered) bool {
		return other.ID != reg.ID && other.Name == reg.Name && yml.Removed(reg.Path, other.Path)
	})
}

// IsRemoved reports whether a project was a linked worktree that its repository no longer lists.
func (ps *Projects) IsRemoved(id string) bool {
	d := ps.Declared(id)
	return d != nil && d.Removed
}

// enter registers a project, or notes that a registered one was moved.
func (ps *Projects) enter(conf config.Project) (settings.Registered, error) {
	here := func(r settings.Registered) bool { return r.Path == conf.Dir }
	from := slices.DeleteFunc(slices.Clone(ps.o.Global.Projects()),
		func(r settings.Registered) bool { return !here(r) && !wasHere(r, conf) })
	if len(from) == 1 && !here(from[0]) {
		return ps.o.Global.Move(from[0].ID, conf)
	}
	return ps.o.Global.Register(conf)
}

// wasHere reports whether r is an entry of conf from before its directory was moved: one with its name, and for a
// linked worktree its id, whose directory is gone.
func wasHere(r settings.Registered, conf config.Project) bool {
	if r.Name != conf.Name || conf.ID != conf.Name && r.ID != conf.ID || conf.ID == conf.Name &&
		strings.Contains(r.ID, "@") {
		return false
	}
	return r.Gone()
}

// move follows a project whose directory was moved: what is trusted there stays trusted, and its loader reads the files
// in the new place.
func (l *loader) move(reg settings.Registered, conf config.Project) {
	ps := l.ps
	old := l.now.Load()
	if err := ps.trust.Move(old.File(), withEnvFiles(conf.WithFallbacks())); err != nil {
		ps.o.Log.Warn("a moved project is not trusted any more", "project", reg.ID, "error", err)
	}
	l.request(FreshWait, ask{change: func(d *Declared) {
		d.Reg = reg
		d.Version++
		l.load(d)
	}})
}

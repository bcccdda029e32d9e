package finders

import (
	"path/filepath"

	"devservers/app"
)

// Caged claims that the sandbox of the run keeps a file from it which the run has named: the file exists on this
// machine, or else its directory, and the run's plan doesn't give it. nil = there is no sandbox, or it isn't the cause.
func Caged(s *Scene, w app.Printed, write bool) *app.Claim {
	if s.Cage == nil {
		return nil
	}
	path := w.There(s.WorkDir, s.Dir)
	if path == "" && write {
		path = w.Folder().There(s.WorkDir, s.Dir)
	}
	real, err := filepath.EvalSymlinks(path)
	if path == "" || err != nil {
		return nil
	}
	shown, server := s.PathOf(real), s.Server()
	switch {
	case !s.Cage.Sees(real):
		c := app.ItIs(app.FindingAccess, shown, "the sandbox of %s hides %s", server, shown)
		c.See("disk", "%s exists, and the sandbox doesn't show it", shown).Certain = true
		return c.Correct("if it needs that, a person adds to devservers.yml: sandbox: {read: [%s]}", shown)
	case write && !s.Cage.Writes(real):
		c := app.ItIs(app.FindingAccess, shown, "the sandbox of %s doesn't let it change %s", server, shown)
		c.See("disk", "%s is read-only in the sandbox", shown).Certain = true
		return c.Correct("if it needs that, a person adds to devservers.yml: sandbox: {write: [%s]}", shown)
	}
	return nil
}

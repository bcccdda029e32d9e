package finders

import (
	"devservers/app"
	"devservers/app/project/sources"
)

// spot claims no more than where in the project the failure was raised: a file that exists, and a line that it has.
func spot(s *Scene, p Pointer) *app.Claim {
	if len(s.Spots) == 0 {
		return nil
	}
	at, ok := s.SpotAt(p.At)
	if !ok {
		at = s.Spots[0]
	}
	where := s.At(at.File, at.Line)
	c := app.About(app.FindingCode, where, "an error was raised at %s")
	if at.Exact {
		c.Problem = app.Say("an error in %s", where)
	}
	c.Correct("look at %s", where)
	c.SeeIn(s.PathOf(at.File), "%s has that line")
	if !sources.IsSource(at.File) {
		c.Kind = app.FindingConfig
	}
	c.Line, c.Root, c.Vague = at.Said, true, true
	return c
}

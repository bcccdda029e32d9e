package finders

import (
	"cmp"
	"path/filepath"

	"devservers/app"
	"devservers/app/base/words"
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
	return cmp.Or(declaredElsewhere(s, at), c)
}

var unknownName = words.Lazy(`(?:undefined function|name|ReferenceError:|undefined:|uninitialized ` +
	`constant)\s+[\x60'"]?(?:\w+\\)*(\w+)|^(\w+) is not defined`)

// declaredElsewhere claims that another source of the project declares a name that a line uses and does not know.
func declaredElsewhere(s *Scene, at Spot) *app.Claim {
	named := at.Message.All(unknownName(), 1)
	if len(named) == 0 {
		return nil
	}
	w := named[0]
	by, ok := s.Declaring(w, at.File)
	if !ok {
		return nil
	}
	where := s.At(at.File, at.Line)
	c := app.About(app.FindingCode, where, "an error in %s: it uses what only %s declares", s.PathOf(by.File))
	c.See("sources", "%s declares it", s.Line(by))
	c.Line, c.Root = at.Said, true
	for i, arg := range s.Argv {
		if filepath.Ext(arg) == ".go" && i > 1 {
			c.Problem = app.Say("the command leaves out %s, which declares what %s uses", s.PathOf(by.File), where)
			return c.Correct("name the directory in the command instead of one file: go run ./%s", app.Known(filepath.Dir(arg)))
		}
	}
	return c.Correct("load %s before %s uses it (import, require, include)", s.PathOf(by.File), where)
}

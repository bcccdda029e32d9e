package finders

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"

	"devservers/app"
	"devservers/app/project/code"
	"devservers/app/transcript/text"
)

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// spot claims no more than where in the project the failure was raised: a file that exists, and a line that it has.
func spot(s *Scene, p Pointer) *app.Claim {
	if len(s.Spots) == 0 {
		return nil
	}
	at, ok := s.spotAt(p.At)
	if !ok {
		at = s.Spots[0]
	}
	where := s.shown(at.File, at.Line)
	c := itIs(app.FindingCode, where, "an error was raised at %s", where)
	if at.Exact {
		c.Problem = app.Say("an error in %s", where)
	}
	c.Correct("look at %s", where)
	c.See(s.path(at.File), "%s has that line", s.path(at.File))
	if !isSource(at.File) {
		c.Kind = app.FindingConfig
	}
	c.Line, c.Root, c.Vague = at.Said, true, true
	if c := s.declaredElsewhere(at); c != nil {
		return c
	}
	return c
}

var unknownName = text.Lazy(`(?:undefined function|name|ReferenceError:|undefined:|uninitialized ` +
	`constant)\s+[\x60'"]?(?:\w+\\)*(\w+)|^(\w+) is not defined`)

// declaredElsewhere claims that another source of the project declares a name that a line uses and does not know.
func (s *Scene) declaredElsewhere(at Spot) *app.Claim {
	named := at.Message.All(unknownName(), 1)
	if len(named) == 0 {
		return nil
	}
	w := named[0]
	list := s.Sources()
	declares := regexp.MustCompile(`^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\*?|def|class|const|let|` +
		`var|func)\s+(\w+)`)
	by, ok := code.Lines(list, func(l code.SourceLine) bool {
		m := declares.FindStringSubmatch(l.Text)
		return m != nil && w.Is(m[1]) && l.File != at.File && filepath.Ext(l.File) == filepath.Ext(at.File)
	})
	if !ok {
		return nil
	}
	where := s.shown(at.File, at.Line)
	c := itIs(app.FindingCode, where, "an error in %s: it uses what only %s declares", where, s.path(by.File))
	c.See("sources", "%s declares it", app.Name(by.Shown(s.Workspace)))
	c.Line, c.Root = at.Said, true
	for i, arg := range s.Argv {
		if filepath.Ext(arg) == ".go" && i > 1 {
			c.Problem = app.Say("the command leaves out %s, which declares what %s uses", s.path(by.File), where)
			return c.Correct("name the directory in the command instead of one file: go run ./%s", app.Name(filepath.Dir(arg)))
		}
	}
	return c.Correct("load %s before %s uses it (import, require, include)", s.path(by.File), where)
}

package finders

import (
	"slices"
	"strings"

	"devservers/app"
)

// tooSoon are the words that a program uses of a name of a module which is not loaded yet.
var tooSoon = []string{"before initialization", "partially initialized", "circular import", "ircular dependency"}

// circle looks for sources of JavaScript or Python that import each other: those of the failure, or what they import.
func circle(s *Scene, p Pointer) *app.Claim {
	for _, spot := range s.Spots {
		pointed := p.At >= 0 || slices.ContainsFunc(tooSoon, spot.Message.Has)
		if !pointed {
			continue
		}
		ring := s.CircleBelow(spot.File)
		if ring == nil {
			continue
		}
		var names []string
		for _, at := range ring {
			names = append(names, s.Shown(at.File))
		}
		c := app.ItIs(app.FindingCode, s.PathOf(ring[0].File),
			"%s import each other: what one takes from the other is not there yet while it is loaded",
			app.Known(strings.Join(names, " and ")))
		for _, at := range ring {
			c.See("sources", "%s imports %s", s.At(at.File, at.Line), s.PathOf(at.Text))
		}
		c.Certain = true
		return c.Correct("move what both need into a third file, or import it inside of the function that uses it")
	}
	return nil
}

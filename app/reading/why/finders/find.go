package finders

import (
	"maps"
	"slices"

	"devservers/app"
)

// FinderName names a finder.
type FinderName string

// The finders.
const (
	Port        FinderName = "port"
	Lock        FinderName = "lock"
	File        FinderName = "file"
	Import      FinderName = "import"
	Export      FinderName = "export"
	Circle      FinderName = "circle"
	Package     FinderName = "package"
	Program     FinderName = "program"
	Script      FinderName = "script"
	Application FinderName = "application"
	Variable    FinderName = "variable"
	Value       FinderName = "value"
	Option      FinderName = "option"
	Data        FinderName = "data"
	Content     FinderName = "content"
	Version     FinderName = "version"
	Access      FinderName = "access"
	Disk        FinderName = "disk"
	Memory      FinderName = "memory"
	Service     FinderName = "service"
	Host        FinderName = "host"
	Migration   FinderName = "migration"
	Watches     FinderName = "watches"
	Spotted     FinderName = "spot"
)

// Pointer is what a line of the output says: which finder looks, and for which names.
type Pointer struct {
	To     FinderName
	Of     string // the tool or the language, as the table of wordings calls it
	Words  map[string]app.Printed
	At     int  // the index of the line
	Root   bool // the line belongs to what ended the run
	Aside  bool // it is so whether something fails or not
	Before bool // the program went on after the line
}

// Finders are finders by their names. One looks for what a pointer names; nil = it has observed nothing.
type Finders map[FinderName]func(s *Scene, p Pointer) *app.Claim

// own are the finders that look at the project: its files, sources, packages and settings.
var own = Finders{
	File: file, Import: imported, Export: export, Circle: circle, Package: pack, Program: program, Script: script,
	Application: application, Variable: variable, Value: value, Option: option, Data: data, Content: content,
	Spotted: spot,
}

// unasked are the finders that look without a pointer.
var unasked = []FinderName{Spotted, Circle, Data, Content, Program, File, Version}

// mostClaims is how many claims are worth reading.
const mostClaims = 4

// Find returns the claims about a scene, the strongest first. Besides the finders of this package, it asks others.
func Find(s *Scene, pointers []Pointer, others Finders) []*app.Claim {
	var list []*app.Claim
	all := maps.Clone(own)
	maps.Copy(all, others)
	for _, p := range pointers {
		if c := all[p.To](s, p); c != nil && (!p.Before || s.lasts(c)) {
			if p.At >= 0 && p.At < len(s.Lines) && !c.Vague {
				c.Line, c.Root = p.At, p.Root || p.Before
			}
			list = append(list, c)
		}
	}
	for _, k := range unasked {
		if !s.Failed {
			break
		}
		if c := all[k](s, Pointer{To: k, At: -1}); c != nil {
			list = append(list, c)
		}
	}
	return best(list)
}

// lasts reports whether a claim still counts although the program went on: what ended it names the same, or a server
// that devservers.yml declares is down.
func (s *Scene) lasts(c *app.Claim) bool {
	name := c.Subject.String()
	return c.Certain && c.Kind == app.FindingDependency || len(name) > 2 &&
		slices.ContainsFunc(s.Lines[s.End:], func(l PrintedLine) bool { return l.Text.Has(name) })
}

// best returns the strongest claims, each subject once. What was not part of the failure counts only if nothing else is
// known, and a place in the sources only if nothing explains it.
func best(list []*app.Claim) (kept []*app.Claim) {
	slices.SortStableFunc(list, app.Stronger)
	for _, c := range list {
		same := func(o *app.Claim) bool {
			return (o.Kind == c.Kind || o.Line == c.Line && c.Line >= 0) && o.Subject == c.Subject ||
				o.Kind == c.Kind && c.Kind == app.FindingPort
		}
		if !slices.ContainsFunc(kept, same) {
			kept = append(kept, c)
		}
	}
	if len(kept) > 1 {
		weaker := func(c *app.Claim) bool {
			return kept[0].Root && !c.Root && !c.Certain || c.Kind == app.FindingCode && !c.Certain
		}
		kept = append(kept[:1:1], slices.DeleteFunc(slices.Clone(kept[1:]), weaker)...)
	}
	return kept[:min(len(kept), mostClaims)]
}

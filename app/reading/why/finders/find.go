package finders

import (
	"slices"

	"devservers/app"
)

// ClaimKind names a finder.
type ClaimKind string

// The finders.
const (
	Port        ClaimKind = "port"
	Lock        ClaimKind = "lock"
	File        ClaimKind = "file"
	Import      ClaimKind = "import"
	Export      ClaimKind = "export"
	Circle      ClaimKind = "circle"
	Package     ClaimKind = "package"
	Program     ClaimKind = "program"
	Script      ClaimKind = "script"
	Application ClaimKind = "application"
	Variable    ClaimKind = "variable"
	Value       ClaimKind = "value"
	Option      ClaimKind = "option"
	Data        ClaimKind = "data"
	Content     ClaimKind = "content"
	Version     ClaimKind = "version"
	Access      ClaimKind = "access"
	Disk        ClaimKind = "disk"
	Memory      ClaimKind = "memory"
	Service     ClaimKind = "service"
	Host        ClaimKind = "host"
	Migration   ClaimKind = "migration"
	Watches     ClaimKind = "watches"
	Name        ClaimKind = "name"
	Spotted     ClaimKind = "spot"
)

// Pointer is what a line of the output says: which finder looks, and for which names.
type Pointer struct {
	To    ClaimKind
	Of    string // the tool or the language, as the table of wordings calls it
	Words map[string]app.Printed
	At    int  // the index of the line
	Root  bool // the line belongs to the failure
	Aside bool // it is so whether something fails or not
}

// finder looks for what a pointer names; nil = it has observed nothing.
type finder = func(s *Scene, p Pointer) *app.Claim

// all are the finders, and what they look for without a pointer if nothing else explains a failure.
var all = map[ClaimKind]finder{
	Port: port, Lock: lock, File: file, Import: imported, Export: export, Circle: circle, Package: pack, Program: program,
	Script: script, Application: application, Variable: variable, Value: value, Option: option, Data: data,
	Content: content, Version: version, Access: access, Disk: disk, Memory: memory, Service: service, Host: host,
	Migration: migration, Watches: watches, Name: name, Spotted: spot,
}

// unasked are the finders that look without a pointer.
var unasked = []ClaimKind{Spotted, Circle, Data, Content, Program, File}

// mostClaims is how many claims are worth reading.
const mostClaims = 4

// Find returns the claims about a scene, the strongest first.
func Find(s *Scene, pointers []Pointer) []*app.Claim {
	var list []*app.Claim
	for _, p := range pointers {
		if c := all[p.To](s, p); c != nil {
			if p.At >= 0 && p.At < len(s.Lines) && !c.Vague {
				c.Line, c.Root = p.At, p.Root
			}
			list = append(list, c)
		}
	}
	if s.Failed {
		for _, k := range unasked {
			if c := all[k](s, Pointer{To: k, At: -1}); c != nil {
				list = append(list, c)
			}
		}
	}
	return best(list)
}

// best returns the strongest claims, each subject once. What was not part of the failure counts only if nothing else is
// known, and a place in the sources only if nothing explains it.
func best(list []*app.Claim) (kept []*app.Claim) {
	slices.SortStableFunc(list, app.Stronger)
	for _, c := range list {
		same := func(o *app.Claim) bool {
			return o.Kind == c.Kind && (o.Subject == c.Subject || c.Kind == app.FindingPort)
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

// Package code reads what the sources of a project say: which commands a command leads to, what a source imports and
// exports, which variables it reads, which of its names is like another one. It starts nothing and changes nothing.
package code

import (
	"devservers/app/base/words"
	"devservers/app/project/sources"
)

// Workspace is the part of the disk that belongs to a server, with its sources.
type Workspace struct{ *sources.Project }

// New returns the sources of a project.
func New(p *sources.Project) *Workspace { return &Workspace{p} }

var lazily = words.Lazy

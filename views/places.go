package views

import "devservers/app/digest"

// Place is a place in a source file that exists in the project, and how to open it.
type Place struct {
	File      string // relative to the project
	Line, Col int    // from 1; 0 = unknown
	Link      string // of the editor, vscode://...; "" = none
	Open      string // to POST to, which runs the editor; "" = none
}

// PlaceFinder returns the place that a name in the output of a server means, if its file exists in the project.
type PlaceFinder func(server, name string, line, col int) (Place, bool)

// String returns file:line:column as far as known.
func (p Place) String() string {
	return digest.Error{File: p.File, Line: p.Line, Column: p.Col}.Place()
}

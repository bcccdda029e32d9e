package views

import (
	"net/url"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
)

func urlQuery(s string) string { return url.QueryEscape(s) }

// Machine returns a time as programs read it.
func Machine(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// lived returns how long a run lasted, or has lasted.
func lived(r app.RunInfo, now time.Time) string {
	if r.EndedAt != nil {
		return words.Duration(r.EndedAt.Sub(r.StartedAt))
	}
	return words.Age(now.Sub(r.StartedAt))
}

// firstLines returns what to type to see a first project.
func firstLines() []string {
	return []string{
		"cd ~/my-project",
		"devservers init --dry-run",
		"devservers init",
		"devservers start",
	}
}

// LineLink returns the address of a line, and those around it, on a page of logs. mark is highlighted; "" = nothing.
func LineLink(base, run string, seq int64, mark string) string {
	q := url.Values{"at": {app.Cursor(run, seq)}}
	if mark != "" {
		q.Set("mark", mark)
	}
	return base + "?" + q.Encode() + "#at"
}

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

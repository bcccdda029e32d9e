package rules

import (
	"devservers/app/digest"
	"devservers/app/why/files"
	"devservers/app/why/proof"
)

// Clues are what the rules look at.
type Clues struct {
	files.Project
	Ref      string         // project/server to start or to change: of a hook, its server
	Printed  string         // project/name of what printed the lines
	Lines    []Line         // the last ones that the run printed
	Errors   []digest.Error // that are not fixed, in the order of their lines
	Gone     []digest.Error // that are fixed, or that have not come since a rebuild: their lines are no causes
	EnvFiles []string       // declared, absolute
	Env      map[string]string
	Tasks    []Task
	Ready    bool // it is up and works
	Failed   bool // it is not up, or can't get ready: an error in its output is the cause
	Port     int  // 0: none
	Owner    func(port int) (who, fix string)
	Server   func(port int) (ref string, up bool) // that is declared to listen there; "": none

	settings map[string]proof.Place // where the project makes them, as far as looked up
}

// Line is a line that the run printed, as plain text.
type Line struct {
	Seq  int64
	Text string
}

// Task is a declared command that could be the fix.
type Task struct{ Name, Command string }

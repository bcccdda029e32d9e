package rules

import (
	"devservers/app"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/raised"
	"devservers/app/reading/why/variables"
)

// Clues are what the rules look at.
type Clues struct {
	output.Output
	Ref      string   // project/server to start or to change: of a hook, its server
	Printed  string   // project/name of what printed the lines
	EnvFiles []string // declared, absolute
	Env      map[string]string
	Tasks    []Task
	Ready    bool // it is up and works
	Failed   bool // it is not up, or can't get ready: an error in its output is the cause
	Port     int  // 0: none
	Owner    func(port int) (who, fix string)
	Server   func(port int) (ref string, up bool) // that is declared to listen there; "": none

	vars *variables.Of
}

// Task is a declared command that could be the fix.
type Task struct{ Name, Command string }

// variables returns what explains the variables and settings that are missing. It remembers what it has looked up.
func (c *Clues) variables() *variables.Of {
	if c.vars == nil {
		c.vars = &variables.Of{Project: &c.Project, Server: c.Ref, Env: c.Env, EnvFiles: c.EnvFiles}
	}
	return c.vars
}

// raised returns what explains the errors that no rule knows.
func (c *Clues) raised() raised.Of {
	return raised.Of{Output: &c.Output, Vars: c.variables(), Printed: c.Printed, Failed: c.Failed}
}

// About adds the place or the file of the project that a text is about, if it names one.
func (c *Clues) About(f *app.Finding, text string) { c.raised().About(f, text) }

// unset returns the finding that a variable is missing.
func (c *Clues) unset(name string) *app.Finding { return c.variables().Unset(name) }

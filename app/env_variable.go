package app

import "devservers/app/config"

// EnvVariable is one variable that a server's next start would be given, with where it is from.
type EnvVariable struct {
	Name   string `json:"name"`
	Value  string `json:"value"` // masked when it looks like a secret
	Secret bool   `json:"secret,omitempty"`
	// shell, login, manager, devservers, devservers.yml, overlay, worktree, or an env file's path
	From    string   `json:"from"`
	Instead []string `json:"instead,omitempty"` // of whose value, the latest last
	Unset   bool     `json:"unset,omitempty"`   // the overlay takes it away
	Changed bool     `json:"changed,omitempty"` // the run that is up was given another value
}

// Inherited reports whether the variable is a shell's or the manager's own: not declared anywhere.
func (v EnvVariable) Inherited() bool {
	return v.From == FromShell || v.From == FromLogin || v.From == FromManager
}

// Where a variable is from; an env file is named by its path, from the project's directory where it lies in it.
const (
	FromShell    = "shell"   // of the person who last sent a request from a command line
	FromLogin    = "login"   // of a login shell, while no request came from a command line
	FromManager  = "manager" // what the manager itself was started with, if there is no login shell
	FromUs       = "devservers"
	FromDeclared = config.FileName
	FromOverlay  = "overlay"
	FromWorktree = "worktree" // what the worktree has of its own in place of the main checkout's
)

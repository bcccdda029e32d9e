package app

import "time"

// EnvironmentState is how far a git worktree is an environment.
type EnvironmentState string

// The states of an environment.
const (
	EnvironmentReady       EnvironmentState = "ready"
	EnvironmentWorking     EnvironmentState = "working"     // a step of up, setup or down is under way
	EnvironmentFailed      EnvironmentState = "failed"      // a step has failed; the next call resumes it
	EnvironmentInterrupted EnvironmentState = "interrupted" // the manager has died in a step; the next call resumes it
	EnvironmentBare        EnvironmentState = "not set up"  // nothing was copied, forked or set up
	EnvironmentRemoved     EnvironmentState = "removed"     // the worktree is gone; its data is left
)

// Environment is a git worktree of a project with what it has of its own.
type Environment struct {
	ID       string            `json:"id"`      // of its project
	Project  string            `json:"project"` // the project's name
	Branch   string            `json:"branch"`
	Path     string            `json:"path"` // of the project in the worktree
	Main     string            `json:"main"` // of the project in the main checkout
	State    EnvironmentState  `json:"state"`
	Doing    string            `json:"doing,omitempty"`    // up or down: unfinished work
	Step     string            `json:"step,omitempty"`     // the step under way
	Progress string            `json:"progress,omitempty"` // of the step
	Steps    []EnvironmentStep `json:"steps"`              // that are done, in order
	Failed   string            `json:"failed,omitempty"`   // why the last work ended
	Problem  *Error            `json:"problem,omitempty"`  // the same with what to do next, while this manager knows it
	Data     []EnvironmentData `json:"data"`
	Disk     int64             `json:"disk,omitempty"`    // bytes of the worktree; shared ones count
	Compose  string            `json:"compose,omitempty"` // the name of its Compose project
	Notes    []string          `json:"notes,omitempty"`
	Made     bool              `json:"made"` // by devservers, which removes it with down
	By       string            `json:"by,omitempty"`
	At       *time.Time        `json:"at,omitempty"`
	Servers  []Status          `json:"servers"`
	Removed  []string          `json:"removed,omitempty"` // after down: what is gone, in words
}

// EnvironmentStep is a step that is done.
type EnvironmentStep struct {
	Name    string  `json:"name"`
	Detail  string  `json:"detail,omitempty"`
	Seconds float64 `json:"seconds"`
}

// EnvironmentData is data of a worktree's own.
type EnvironmentData struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Own  string `json:"own"`            // the name of the database, its number or its path
	How  string `json:"how"`            // it was made: template, dump ...
	Size int64  `json:"size,omitempty"` // bytes, as its engine counts them
	Done bool   `json:"done"`           // false: it may be there in part
}

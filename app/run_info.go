package app

import (
	"time"

	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/run/protocol"
)

// RunInfo is one run, living or over.
type RunInfo struct {
	ID        string      `json:"id"`
	Project   string      `json:"project"`
	Server    string      `json:"server"`
	Kind      config.Kind `json:"kind"`
	Command   []string    `json:"command"`
	Arguments []string    `json:"arguments,omitempty"` // of a task: the last words of Command, which this run added
	Dir       string      `json:"dir"`
	PID       int         `json:"pid,omitempty"`
	Port      int         `json:"port,omitempty"`
	Actor     Actor       `json:"actor"`
	StartedAt time.Time   `json:"started_at"`
	ReadyAt   *time.Time  `json:"ready_at,omitempty"`
	EndedAt   *time.Time  `json:"ended_at,omitempty"`
	Exit      *Exit       `json:"exit,omitempty"`
	Bytes     int64       `json:"bytes"` // kept of its transcript
	Lines     int64       `json:"lines"` // printed
	ViewerURL string      `json:"viewer_url"`
}

// CommandLine returns the command, quoted for a shell.
func (r RunInfo) CommandLine() string { return command.Join(r.Command) }

// Given returns what this run of a task added to the command, quoted for a shell.
func (r RunInfo) Given() string { return command.Join(r.Arguments) }

// CodeChange is what a run for an agent runs that has changed since a person last trusted or started it.
type CodeChange struct {
	For Actor `json:"for"` // on whose behalf it runs
	protocol.Changed
	Diff string `json:"diff"` // from the last commit before that, unified
}

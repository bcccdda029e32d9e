package app

import (
	"fmt"
	"path"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

// Code names a kind of failure for programs; it never changes its meaning.
type Code string

// The codes that an Error can carry; app/web maps each to an HTTP status, cli to an exit code.
const (
	CodeInvalid      Code = "invalid"      // the request makes no sense
	CodeNotFound     Code = "not_found"    // no such project, server, task or run
	CodeUnregistered Code = "unregistered" // config.yml does not name the project, and its servers run
	CodeConflict     Code = "conflict"     // somebody asked for something else meanwhile
	CodeConfig       Code = "config"       // devservers.yml has faults
	CodeNeedsHuman   Code = "needs_human"  // a person has to trust this content first
	CodeForbidden    Code = "forbidden"    // outside the home directory and the like
	CodeExecutable   Code = "executable"   // missing, not allowed, or not executable
	CodeWorkingDir   Code = "working_dir"  // missing or outside the project
	CodeEnvironment  Code = "environment"  // an env file is missing, or a variable is not set
	CodePortInUse    Code = "port_in_use"  // Owner is by whom
	CodeExited       Code = "exited"       // it ended before it was ready; Exit and Output describe how
	CodeNotReady     Code = "not_ready"    // it runs, but was not ready in time
	CodeDiskFull     Code = "disk_full"    // nothing can be stored
	// The machine has too little of something; see Lack.
	CodeDiskFailed    Code = "disk_failed"    // nothing can be stored, though it may have room
	CodeNoDescriptors Code = "no_descriptors" // for another open file
	CodeNoProcesses   Code = "no_processes"
	CodeNoMemory      Code = "no_memory"
	CodeNoWatches     Code = "no_watches"   // of files
	CodeClock         Code = "clock"        // time has gone back
	CodeDependency    Code = "dependency"   // what it needs could not be started, or has ended
	CodeUnauthorized  Code = "unauthorized" // no or a wrong credential
	CodeUnreachable   Code = "unreachable"  // the manager runs, but can't be reached from here
	CodeHostAway      Code = "host_unreachable"
	CodeHost          Code = "forbidden_host"
	CodeOrigin        Code = "forbidden_origin"
	CodeInternal      Code = "internal"
)

// Error is a failure that its reader can act on: what is wrong, and what to do next. Anything that is not an
// *Error is a fault of ours and is shown as CodeInternal.
type Error struct {
	Code   Code   `json:"code"`
	Detail string `json:"detail"` // one sentence, or a file's problems in full
	// Detail without its subject, if that is the server or task of the request
	Short   string     `json:"short,omitempty"`
	Hint    string     `json:"hint,omitempty"`    // what to do next
	Host    string     `json:"host,omitempty"`    // where it happened, and where Hint is to be done; "" = here
	Output  []string   `json:"output,omitempty"`  // the last lines that the run printed, plain
	Looked  []string   `json:"looked,omitempty"`  // of a failed start: what was looked at
	Owner   *PortOwner `json:"owner,omitempty"`   // who holds the port
	Exit    *Exit      `json:"exit,omitempty"`    // how it ended
	Run     string     `json:"run,omitempty"`     // the run that this is about
	Choices []string   `json:"choices,omitempty"` // what exists, nearest first
	// Findings are the causes of a failed start, the most likely first.
	Findings []Finding `json:"findings,omitempty"`
	// Problems are those of the file that the error is about.
	Problems []yml.FileProblem `json:"problems,omitempty"`
	// Untrusted is, of needs_human, the directory of the project whose file a person has to trust.
	Untrusted string `json:"-"`
	// Permit is, of needs_human, the request that waits for a person's click.
	Permit string `json:"-"`
}

func (e *Error) Error() string { return e.Detail }

// Line returns the first line of Detail, which may be a file's problems in full.
func (e *Error) Line() string { return words.FirstLine(e.Detail) }

// Failf returns an Error: its code, what to do next, and what is wrong.
func Failf(code Code, hint, format string, args ...any) *Error {
	return &Error{Code: code, Hint: hint, Detail: fmt.Sprintf(format, args...)}
}

// FailAbout returns an Error about a server or task: its code, what to do next, and what is wrong with the subject.
func FailAbout(code Code, hint, subject, format string, args ...any) *Error {
	return (&Error{Code: code, Hint: hint}).Says(words.Sentence{Subject: subject, Predicate: fmt.Sprintf(format, args...)})
}

// NotServed returns the error of a server that devservers doesn't run and that nothing serves.
func NotServed(ref Ref, why string) *Error {
	return FailAbout(CodeNotReady, words.StartElsewhere(ref.Name), ref.String(), "does not serve: %s", why)
}

// Says sets the message, and returns e.
func (e *Error) Says(s words.Sentence) *Error {
	e.Detail, e.Short = s.String(), s.Predicate
	return e
}

// Add appends more to the message of e.
func (e *Error) Add(format string, args ...any) {
	more := fmt.Sprintf(format, args...)
	e.Detail += more
	if e.Short != "" {
		e.Short += more
	}
}

// OwnerKind describes what kind of process a PortOwner is.
type OwnerKind string

// The kinds of port owners.
const (
	OwnerOurs     OwnerKind = "ours"     // a server of ours
	OwnerCheckout OwnerKind = "checkout" // of another checkout of the project
	OwnerDocker   OwnerKind = "docker"   // Docker's proxy for a container
	OwnerForeign  OwnerKind = "foreign"
)

// PortOwner is the process that listens on a port.
type PortOwner struct {
	Port    int       `json:"port"`
	PID     int       `json:"pid,omitempty"`     // 0: not to be seen by this user
	UID     int       `json:"uid"`               // of the listener
	Command string    `json:"command,omitempty"` // its command line
	Dir     string    `json:"dir,omitempty"`     // its working directory
	Age     string    `json:"age,omitempty"`     // "3h"
	Kind    OwnerKind `json:"kind"`
	Server  string    `json:"server,omitempty"`  // project/server when ours
	Address string    `json:"address,omitempty"` // what it is bound to

	Checkout bool `json:"checkout,omitempty"` // it runs in another checkout of the project that wants the port
}

// Describe returns a description for people: who it is first, its PID and its command line last.
func (o *PortOwner) Describe() string {
	if o.PID == 0 {
		return fmt.Sprintf("a process of another user (uid %d)", o.UID)
	}
	text := o.who()
	if o.Age != "" {
		text += ", " + o.Age + " old"
	}
	return text + fmt.Sprintf(", PID %d (%s)", o.PID, words.Clip(o.Command, 80))
}

// who names a process by what it is to devservers, or by its program and directory.
func (o *PortOwner) who() string {
	program, _, _ := strings.Cut(o.Command, " ")
	if program = words.Clip(path.Base(program), 40); program == "." {
		program = "a process"
	}
	switch {
	case o.Kind == OwnerOurs && o.Checkout:
		return "our own " + o.Server + " in another checkout of this project, " + o.Dir
	case o.Kind == OwnerOurs:
		return "our own " + o.Server
	case o.Kind == OwnerCheckout:
		return program + " from another checkout of this project, " + o.Dir
	case o.Kind == OwnerDocker:
		return "Docker's proxy for a container"
	case o.Dir != "":
		return program + " in " + o.Dir
	}
	return program
}

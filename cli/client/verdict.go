package client

import (
	"encoding/json"
	"os"
	"syscall"

	"devservers/app"
	"devservers/app/base/home"
)

// Verdict is what a new manager in the background reports to the command that started it, as one line of JSON: its
// status, that of the manager that was faster, or why it can't start.
type Verdict struct {
	Status home.Status `json:"status"`
	Error  *app.Error  `json:"error,omitempty"`
	Exit   int         `json:"exit,omitempty"`
}

// startError is a manager that could not start, with its exit code.
type startError struct {
	code    int
	failure *app.Error
}

// Error returns why the manager could not start.
func (e *startError) Error() string { return e.failure.Detail }

// Unwrap returns the error with its hint.
func (e *startError) Unwrap() error { return e.failure }

// ExitCode returns the exit code of the manager: the command ends with the same.
func (e *startError) ExitCode() int { return e.code }

// readyFD is the descriptor on which a manager in the background reports.
const readyFD = 3

// Ready is the pipe to the command that waits for a new manager. The zero value has nobody waiting.
type Ready struct{ f *os.File }

// OpenReady takes over the pipe of a process that was started with it.
func OpenReady() Ready {
	syscall.CloseOnExec(readyFD)
	return Ready{os.NewFile(readyFD, "ready")}
}

// Tell reports v, once. The command that waited may be gone; that doesn't matter to the manager.
func (r Ready) Tell(v Verdict) {
	if r.f == nil {
		return
	}
	_ = json.NewEncoder(r.f).Encode(v)
	_ = r.f.Close()
}

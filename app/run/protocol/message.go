package protocol

import (
	"syscall"
	"time"
)

// Message is what the manager and the holder send each other: one JSON object a line. Op states which fields are used.
//
// manager → holder: spec (Spec; to a spare also Folder and the descriptor of its lock), stop (Stop), signal (Signal),
// input (Data), resize (Cols, Rows), ready (Time),
//
//	                  look (is the run's folder still there?), cap (Cap of the
//	                  transcript), carried (Carried: a process carries the run's id),
//	                  pulse (does the holder work?)
//	holder → manager: hello (Record, Version, and the terminal's descriptor), record (Record), final (Record: the run is
//
// over), note (more was printed), failed (Error: there will be no run), carried (the same as a question),
// pulse (it works)
//
// Both sides ignore messages and fields that they don't know, so that a manager of any version adopts any run.
type Message struct {
	Op string `json:"op"`
	// Version is the sender's, in spec and hello; 0: before there were versions.
	Version int            `json:"version,omitempty"`
	Error   string         `json:"error,omitempty"`
	Errno   int            `json:"errno,omitempty"` // of Error, if the kernel gave it
	Spec    *Spec          `json:"spec,omitempty"`
	Folder  string         `json:"folder,omitempty"` // of the run, for a spare
	Record  *Record        `json:"record,omitempty"`
	Stop    *StopRequest   `json:"stop,omitempty"`
	Signal  syscall.Signal `json:"signal,omitempty"`
	Data    []byte         `json:"data,omitempty"`
	Cols    int            `json:"cols,omitempty"`
	Cap     int64          `json:"cap,omitempty"`
	Rows    int            `json:"rows,omitempty"`
	Time    *time.Time     `json:"time,omitempty"`
	Carried bool           `json:"carried,omitempty"`
}

// Version is the version of these messages.
const Version = 2

// PulseVersion is the first version whose holders answer pulse.
const PulseVersion = 2

// Valid reports whether a request has what its op needs.
func (m Message) Valid() bool {
	switch m.Op {
	case "stop":
		return m.Stop != nil && m.Stop.Signal > 0 && m.Stop.Timeout >= 0
	case "signal":
		return m.Signal > 0
	case "ready":
		return m.Time != nil
	}
	return true
}

// StopRequest requests the end of the whole tree.
type StopRequest struct {
	Signal  syscall.Signal `json:"signal"`
	Timeout time.Duration  `json:"timeout"` // until KILL
	Cause   Cause          `json:"cause"`
	By      Actor          `json:"by"`
}

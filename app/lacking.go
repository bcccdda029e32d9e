package app

import (
	"errors"
	"io/fs"
	"os/exec"
	"path/filepath"
	"syscall"
)

// Lack is something that the machine has too little of now, and who finds it out tells everyone in the same words.
type Lack struct {
	Code    Code   `json:"code"`
	Message string `json:"message"` // a sentence without its full stop
	Fix     string `json:"fix,omitempty"`
}

// lacks are the errors of the kernel that mean a lack, whatever failed.
var lacks = map[syscall.Errno]Lack{
	syscall.ENOSPC: {CodeDiskFull, "the disk is full", "free some space: df -h"},
	syscall.EDQUOT: {CodeDiskFull, "your quota of disk space is used up", "free some space: quota"},
	syscall.EROFS:  {CodeDiskFailed, "the disk can only be read", "see dmesg for why, and mount it writable"},
	syscall.EIO:    {CodeDiskFailed, "the disk does not work", "see dmesg for why"},
	syscall.EMFILE: {CodeNoDescriptors, "too many files are open",
		"raise the limit, ulimit -n, in the shell that starts the manager"},
	syscall.ENFILE: {CodeNoDescriptors, "too many files are open on this machine",
		"raise its limit: sudo sysctl fs.file-max"},
	syscall.ENOMEM: {CodeNoMemory, "the machine has no memory left", "stop something: devservers status shows memory"},
}

// noProcess is what EAGAIN of fork(2) means; other calls return it for other reasons.
var noProcess = Lack{CodeNoProcesses, "no further process can be started", "end some processes, or raise ulimit -u"}

// LackOf returns what the machine lacked when err came about, or nil if it was something else.
func LackOf(err error) *Lack {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return nil
	}
	var call *fs.PathError
	isPath := errors.As(err, &call)
	var start *exec.Error
	if errno == syscall.EAGAIN && (isPath && call.Op == "fork/exec" || errors.As(err, &start)) {
		lack := noProcess
		return &lack
	}
	lack, known := lacks[errno]
	if !known {
		return nil
	}
	if isPath && errno == syscall.ENOSPC && filepath.IsAbs(call.Path) {
		lack.Fix += " " + filepath.Dir(call.Path)
	}
	return &lack
}

// KnownError returns err if it is for its reader: an *Error, or a lack of the machine, which every door answers in the
// same way. It returns nil for all others: faults of ours.
func KnownError(err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	if lack := LackOf(err); lack != nil {
		return &Error{Code: lack.Code, Hint: lack.Fix, Detail: lack.Message + ": " + err.Error()}
	}
	return nil
}

package app

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

// TestLacksHaveOneVocabulary: what the kernel refuses for lack of something is answered in the same words at every
// door.
func TestLacksHaveOneVocabulary(t *testing.T) {
	for errno, code := range map[syscall.Errno]Code{
		syscall.ENOSPC: CodeDiskFull, syscall.EDQUOT: CodeDiskFull, syscall.EROFS: CodeDiskFailed,
		syscall.EMFILE: CodeNoDescriptors,
		syscall.ENFILE: CodeNoDescriptors, syscall.ENOMEM: CodeNoMemory,
		syscall.EIO: CodeDiskFailed,
	} {
		err := fmt.Errorf("cannot save: %w", &fs.PathError{Op: "open", Path: "/home/me/state/pins.json", Err: errno})
		known := KnownError(err)
		if known == nil || known.Code != code || known.Hint == "" || !strings.Contains(known.Detail, "pins.json") {
			t.Errorf("%v: %+v", errno, known)
		}
		if got := AsError(err, CodeInternal); got.Code != code {
			t.Errorf("%v: %+v", errno, got)
		}
	}
	if lack := LackOf(&fs.PathError{Op: "fork/exec", Path: "/bin/sh", Err: syscall.EAGAIN}); lack == nil ||
		lack.Code != CodeNoProcesses {
		t.Errorf("%+v", lack)
	}
	for _, other := range []error{nil, errors.New("no space left on device"), syscall.ENOENT, syscall.EAGAIN} {
		if KnownError(other) != nil {
			t.Errorf("%v is no lack", other)
		}
	}
}

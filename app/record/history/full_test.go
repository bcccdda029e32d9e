package history

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"devservers/app"
)

func TestFullDiskHasItsOwnCode(t *testing.T) {
	ref := app.Ref{Project: "shop", Name: "web"}
	s := Runs{Root: t.TempDir()}
	if got := s.Full(ref, errors.New("no space left on device")); got != nil {
		t.Error("another error:", got)
	}
	dir := filepath.Join(s.Dir(ref), "000000a1b2c3d")
	if err := errors.Join(os.MkdirAll(dir, 0o700),
		os.WriteFile(filepath.Join(dir, "latest.log"), make([]byte, 2048), 0o600)); err != nil {
		t.Fatal(err)
	}
	if !app.IsRunID(filepath.Base(dir)) {
		t.Fatal(dir, "has no name of a run")
	}
	for _, errno := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT} {
		got := s.Full(ref, fmt.Errorf("cannot keep the run: %w", &fs.PathError{Op: "mkdir", Path: s.Root, Err: errno}))
		if got == nil || got.Code != app.CodeDiskFull || !strings.Contains(got.Detail, s.Root) ||
			!strings.Contains(got.Hint, "(1 run)") || !strings.Contains(got.Hint, "2 kB") {
			t.Errorf("%v: %+v", errno, got)
		}
	}
}

package run

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
)

// rehearsed is how much a start has to be able to store: a record, the transcript's journal, and some output.
const rehearsed = 256 << 10

// Rehearse does what a start below parent needs from the machine, and undoes it: room on the disk, descriptors, a
// terminal, a process. It returns what would fail. Who ends a run to start another one should know first.
func Rehearse(parent string) error {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return fmt.Errorf("cannot keep the run: %w", err)
	}
	dir, err := os.MkdirTemp(parent, freshPrefix)
	if err != nil {
		return fmt.Errorf("cannot keep the run: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "room"), make([]byte, rehearsed), 0o600); err != nil {
		return fmt.Errorf("cannot keep the run: %w", err)
	}
	w, theirs, err := protocol.Pair()
	if err != nil {
		return err
	}
	defer w.Close()
	defer theirs.Close()
	fd, slave, err := protocol.OpenTerminal(0, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	defer slave.Close()
	return process.CanStart()
}

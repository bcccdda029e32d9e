package protocol

import (
	"errors"
	"fmt"
	"os"
	"path"
	"syscall"
	"time"
)

// look makes sure that the run can be found, and saves its record again if it was not. What removes the folder may not
// have finished, so it looks again later.
func (h *holder) look() {
	if h.restore() {
		h.publish()
	}
	h.again = time.After(saveAgain)
}

// lookAgain looks until nothing is missing.
func (h *holder) lookAgain() {
	h.again = nil
	if missing(RecordFile(".")) || missing(SocketName) || !h.folderIsOurs() {
		h.look()
	}
}

// restore makes the run's folder again if it was removed, with its lock and socket, and reports whether it has to be
// filled. The transcript does the same for its own files.
func (h *holder) restore() bool {
	var err error
	switch {
	case !h.folderIsOurs():
		err = h.remake()
	case missing(SocketName):
		err = h.relisten()
	default:
		return missing(RecordFile("."))
	}
	if err != nil {
		fail(fmt.Errorf("the run's folder is gone, and can't be made again: %w", err))
	}
	return err == nil
}

func missing(file string) bool {
	_, err := os.Lstat(file)
	return errors.Is(err, os.ErrNotExist)
}

// folderIsOurs reports whether the current directory is still the run's folder, so that its name leads here. An error
// other than a missing name says nothing.
func (h *holder) folderIsOurs() bool {
	there, err := os.Lstat(h.dir)
	if err != nil {
		return !errors.Is(err, os.ErrNotExist)
	}
	here, err := os.Stat(".")
	return err != nil || os.SameFile(here, there)
}

// remake makes the folder, moves there and locks it.
func (h *holder) remake() error {
	if err := os.MkdirAll(h.dir, 0o700); err != nil {
		return err
	}
	lock, err := LockFolder(h.dir)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := os.Chdir(h.dir); err != nil {
		return err
	}
	if err := dupLock(int(lock.Fd())); err != nil {
		return err
	}
	return h.relisten()
}

// relisten creates the socket again.
func (h *holder) relisten() (err error) {
	old := h.listener
	if h.listener, err = Listen(SocketName); err != nil {
		h.listener = old
		return fmt.Errorf("cannot listen in %s: %w", path.Base(h.dir), err)
	}
	old.Close()
	go h.accept(h.listener)
	return nil
}

// dupLock puts the lock where the old one is, which ends the old one.
func dupLock(fd int) error {
	err := dup2(fd, LockFD)
	syscall.CloseOnExec(LockFD)
	return err
}

package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"devservers/app/process"
)

// lockFD is the descriptor on which a holder inherits the lock of its run's folder.
const lockFD = 4

// Lives reports whether the run in dir has a holder, without disturbing it, or else a command that lives.
func Lives(dir string) bool {
	lock, err := lockFolder(dir)
	if err == nil {
		lock.Close()
		rec, err := Load(dir)
		return err == nil && rec.Gone == nil && rec.Leader.Alive()
	}
	return errors.Is(err, syscall.EWOULDBLOCK)
}

// HasSocket reports whether the run in dir has a socket, as all do that were not ended properly.
func HasSocket(dir string) bool { return exists(filepath.Join(dir, socketName)) }

// WakeStrays makes the holders of runs below root whose folders were removed make them again, and waits a moment until
// they have. root is absolute.
func WakeStrays(root string) {
	above, err := filepath.EvalSymlinks(filepath.Dir(root)) // root may be gone, too
	all, listed := process.Listing()
	if err != nil || listed != nil {
		return
	}
	root = filepath.Join(above, filepath.Base(root))
	var woken []string
	for _, p := range all {
		dir := process.WorkingDir(p.PID)
		if strings.HasPrefix(dir, root+"/") && !exists(recordFile(dir)) && process.Program(p.PID) == "devservers "+holdArg {
			woken = append(woken, dir)
			_ = p.Identity().Signal(syscall.SIGHUP)
		}
	}
	for limit := time.Now().Add(answerTime); len(woken) > 0 && time.Now().Before(limit); time.Sleep(5 * time.Millisecond) {
		woken = slices.DeleteFunc(woken, func(dir string) bool { return exists(recordFile(dir)) })
	}
}

// lockFolder locks a run's folder for the run's owner. It fails with EWOULDBLOCK when the lock is held. A flock(2)
// belongs to the open file and not to a process: the manager takes it before there is a holder, which inherits it and
// keeps it for life. So the lock is free only when no holder lives and none is about to, however a manager ended.
func lockFolder(dir string) (*os.File, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("cannot open the run's folder: %w", err)
	}
	if err := syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		d.Close()
		return nil, fmt.Errorf("cannot lock the run's folder: %w", err)
	}
	return d, nil
}

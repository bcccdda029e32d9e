package run

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
)

// Lives reports whether the run in dir has a holder, without disturbing it, or else a command that lives.
func Lives(dir string) bool {
	lock, err := protocol.LockFolder(dir)
	if err == nil {
		lock.Close()
		rec, err := protocol.Load(dir)
		return err == nil && rec.Gone == nil && rec.Leader.Alive()
	}
	return errors.Is(err, syscall.EWOULDBLOCK)
}

// HasSocket reports whether the run in dir has a socket, as all do that were not ended properly.
func HasSocket(dir string) bool { return exists(filepath.Join(dir, protocol.SocketName)) }

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
		if strings.HasPrefix(dir, root+"/") && !exists(protocol.RecordFile(dir)) && process.Program(p.PID) == "devservers "+
			protocol.HoldArg {
			woken = append(woken, dir)
			_ = p.Identity().Signal(syscall.SIGHUP)
		}
	}
	for limit := time.Now().Add(answerTime); len(woken) > 0 && time.Now().Before(limit); time.Sleep(5 * time.Millisecond) {
		woken = slices.DeleteFunc(woken, func(dir string) bool { return exists(protocol.RecordFile(dir)) })
	}
}

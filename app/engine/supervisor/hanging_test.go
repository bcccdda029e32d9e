package supervisor

import (
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"devservers/app"
)

// hangingDisk is a stat that blocks for files below a directory, from hang until free.
type hangingDisk struct {
	below string
	on    atomic.Bool
	free  chan struct{}
}

func (h *hangingDisk) stat(file string) (os.FileInfo, error) {
	if h.on.Load() && strings.HasPrefix(file, h.below) {
		<-h.free
	}
	return os.Stat(file)
}

func TestHangingDiskOfOneProjectDelaysNoOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	disk := &hangingDisk{below: w.dirs.Home + "/remote", free: make(chan struct{})}
	w.close(false)
	w.stat = disk.stat
	w.open()
	w.mkdir("remote")
	w.mkdir("shop")
	remote := app.Ref{Project: w.project("remote", "servers:\n  web: {command: FC echo}\n"), Name: "web"}
	shop := app.Ref{Project: w.project("shop", "servers:\n  web: {command: FC echo}\n"), Name: "web"}
	w.mustStart(remote)
	disk.on.Store(true)
	defer close(disk.free)
	stuck := make(chan struct{})
	go func() { // a caller that has to wait for the disk
		_, _ = w.sup.Status(remote)
		close(stuck)
	}()
	locked := make(chan struct{})
	go func() {
		w.sup.mu.Lock()
		defer w.sup.mu.Unlock()
		close(locked)
	}()
	select {
	case <-locked:
	case <-time.After(patience):
		t.Fatal("the supervisor's lock is held while a file is looked at")
	}
	w.mustStart(shop)
	<-stuck
	if st, err := w.sup.Status(remote); err != nil || st.State != app.Ready {
		t.Errorf("status of the project whose disk hangs: %v, %v", st.State, err)
	}
	w.sup.Projects()
	w.stop(remote)
	if _, err := w.start(remote); err == nil || !strings.Contains(err.Error(), "could not be read within") {
		t.Errorf("a start from a file that can't be read: %v", err)
	}
}

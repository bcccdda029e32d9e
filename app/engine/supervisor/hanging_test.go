package supervisor_test

import (
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"devservers/app"
	"devservers/tests/apptest"
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
	disk := &hangingDisk{below: w.Dirs.Home + "/remote", free: make(chan struct{})}
	w.Close(false)
	w.stat = disk.stat
	w.Open()
	w.mkdir("remote")
	w.mkdir("shop")
	remote := app.Ref{Project: w.Project("remote", "servers:\n  web: {command: FC echo}\n"), Name: "web"}
	shop := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC echo}\n"), Name: "web"}
	w.MustStart(remote)
	disk.on.Store(true)
	defer close(disk.free)
	stuck := make(chan struct{})
	go func() { // a caller that has to wait for the disk
		_, _ = w.Sup.Status(remote)
		close(stuck)
	}()
	locked := make(chan struct{})
	go func() {
		w.Sup.Update(func() {})
		close(locked)
	}()
	select {
	case <-locked:
	case <-time.After(apptest.Patience):
		t.Fatal("the supervisor's lock is held while a file is looked at")
	}
	w.MustStart(shop)
	<-stuck
	if st, err := w.Sup.Status(remote); err != nil || st.State != app.Ready {
		t.Errorf("status of the project whose disk hangs: %v, %v", st.State, err)
	}
	w.Sup.Projects()
	w.Stop(remote)
	if _, err := w.Start(remote); err == nil || !strings.Contains(err.Error(), "could not be read within") {
		t.Errorf("a start from a file that can't be read: %v", err)
	}
}

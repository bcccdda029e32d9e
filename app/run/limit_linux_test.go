package run

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// fileLimit makes every write of a process fail beyond this size, as a full disk would.
func fileLimit(t *testing.T, pid int, size uint64) {
	t.Helper()
	setLimit(t, pid, unix.RLIMIT_FSIZE, size)
}

// setLimit sets a limit of a process, at most to what it may have, and returns the old one.
func setLimit(t *testing.T, pid, resource int, limit uint64) (old uint64) {
	t.Helper()
	var now unix.Rlimit
	err := unix.Prlimit(pid, resource, nil, &now)
	if err == nil {
		old, now.Cur = now.Cur, min(limit, now.Max)
		err = unix.Prlimit(pid, resource, &now, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return old
}

func TestHolderWithoutDescriptorsIsAdoptedWhenItHasSome(t *testing.T) {
	t.Parallel()
	r := start(t, "say", "here")
	printed(t, r, "here")
	r.Release()
	holder := r.Record().Holder.PID
	old := setLimit(t, holder, unix.RLIMIT_NOFILE, 3)
	w, err := dial(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	wait(50 * time.Millisecond) // it can't accept that
	setLimit(t, holder, unix.RLIMIT_NOFILE, old)
	again := adopt(t, r.Dir)
	if since := again.Silent(); since != nil {
		t.Error("it doesn't answer since", since)
	}
	if err := again.Stop(askedToStop()); err != nil {
		t.Error(err)
	}
	gone(t, again)
}

package run

import (
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"devservers/tests/fc"
)

// slowDisk holds every pwrite(2) of the processes that a thread starts: seccomp(2) hands each one to us, and it waits
// for our answer in the kernel, as for a disk that hangs.
type slowDisk struct {
	t        *testing.T
	listener int
	mu       sync.Mutex
	over     atomic.Bool
	hangs    bool
	held     []uint64 // the calls that wait
}

// onSlowDisk runs f on a thread whose children have a slow disk, which works until hang is called.
func onSlowDisk(t *testing.T, f func()) *slowDisk {
	t.Helper()
	d := &slowDisk{t: t}
	var server sync.WaitGroup
	t.Cleanup(func() { // after f's own ones, which end the children
		d.over.Store(true)
		server.Wait()
	})
	ran := make(chan struct{})
	go func() {
		defer close(ran)
		runtime.LockOSThread() // for good: the thread ends with the goroutine
		if err := d.filter(); err != nil {
			t.Error(err)
			return
		}
		server.Go(d.serve)
		f()
	}()
	<-ran
	t.Cleanup(d.work)
	if t.Failed() {
		t.FailNow()
	}
	return d
}

// filter makes the kernel tell us of each pwrite of this thread and of its children.
func (d *slowDisk) filter() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	rules := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}, // the number of the call
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_PWRITE64, Jf: 1},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(rules)), Filter: &rules[0]}
	fd, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER,
		uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return errno
	}
	d.listener = int(fd)
	return nil
}

// serve answers or holds what comes, until the test is over.
func (d *slowDisk) serve() {
	defer unix.Close(d.listener)
	for !d.over.Load() {
		fds := []unix.PollFd{{Fd: int32(d.listener), Events: unix.POLLIN}}
		if n, err := unix.Poll(fds, 20); err != nil || n == 0 {
			continue
		}
		var call [10]uint64 // struct seccomp_notif; it begins with the id
		if d.ioctl(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&call)) != 0 {
			continue // its process was killed
		}
		d.mu.Lock()
		if d.held = append(d.held, call[0]); !d.hangs {
			d.release()
		}
		d.mu.Unlock()
	}
}

// release lets all calls continue that are held.
func (d *slowDisk) release() {
	for _, id := range d.held {
		answer := struct {
			id, value    uint64
			error, flags uint32
		}{id: id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
		d.ioctl(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&answer))
	}
	d.held = nil
}

func (d *slowDisk) ioctl(request uintptr, arg unsafe.Pointer) syscall.Errno {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(d.listener), request, uintptr(arg))
	return errno
}

// hang holds all writes from now on, and waits for the first one.
func (d *slowDisk) hang() {
	d.t.Helper()
	d.mu.Lock()
	d.hangs = true
	d.mu.Unlock()
	fc.Until(d.t, "a write hangs", func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return len(d.held) > 0
	})
}

// work lets the disk work again.
func (d *slowDisk) work() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.hangs = false
	d.release()
}

// TestStopEndsTheTreeWhileOutputCannotBeWritten: a write that hangs stops the goroutine that copies output, not the
// whole holder, which ends its tree on its own. When the disk works again, no line is missing.
func TestStopEndsTheTreeWhileOutputCannotBeWritten(t *testing.T) {
	t.Parallel()
	var r *Run
	disk := onSlowDisk(t, func() { r = start(t, "slowlines", "100000", "1ms") })
	disk.hang()
	if err := r.Stop(askedToStop()); err != nil {
		t.Fatal(err)
	}
	leader, holder := r.Record().Leader, r.Record().Holder
	fc.Until(t, "the command is gone", func() bool { return !leader.Alive() })
	if !holder.Alive() { // killed, since it had not confirmed the stop
		t.Errorf("the holder did not do it: %+v", r.Record())
	}
	disk.work()
	gone(t, r)
}

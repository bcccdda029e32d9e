package protocol

import (
	"errors"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"devservers/app/base/process"
)

// waker waits for output, or for a time, with one wake-up of the process for each. A wait in a system call, and one of
// Go's timers, take several: the runtime's monitor wakes, too, and hands the processor to another thread.
//
// The runtime's poller watches an epoll(7) of ours, in which output counts only while it is waited for, so that it
// doesn't wake a process that rests, and a timerfd(2).
type waker struct {
	out    int
	stop   int         // eventfd(2): end was called
	ended  atomic.Bool // before that
	began  bool
	epoll  polled
	timer  polled
	events [2]syscall.EpollEvent
	pause  unix.ItimerSpec
}

// polled is a descriptor that the runtime's poller watches.
type polled struct {
	file *os.File
	fd   int
	raw  syscall.RawConn
	step func(uintptr) bool // begins a wait, and says when it is over
}

// newWaker returns the waker for a descriptor.
func newWaker(out int) (w *waker, err error) {
	w = &waker{out: out}
	if w.stop, err = unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK); err != nil {
		return nil, os.NewSyscallError("eventfd", err)
	}
	epoll, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err == nil {
		err = w.epoll.watch(epoll, w.look)
	}
	if err == nil {
		err = errors.Join(w.add(w.stop, syscall.EPOLLIN), w.add(out, syscall.EPOLLONESHOT))
	}
	timer := -1
	if err == nil {
		timer, err = unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_CLOEXEC|unix.TFD_NONBLOCK)
	}
	if err == nil {
		err = w.timer.watch(timer, w.past)
	}
	if err != nil {
		w.close()
		return nil, os.NewSyscallError("epoll", err)
	}
	return w, nil
}

// watch gives a descriptor to the runtime's poller.
func (p *polled) watch(fd int, step func(uintptr) bool) error {
	err := syscall.SetNonblock(fd, true)
	p.fd, p.file, p.step = fd, os.NewFile(uintptr(fd), "output"), step
	if err == nil {
		err = p.file.SetReadDeadline(time.Time{}) // fails if the runtime can't poll it
	}
	if err == nil {
		p.raw, err = p.file.SyscallConn()
	}
	return err
}

func (w *waker) add(fd int, events uint32) error {
	return syscall.EpollCtl(w.epoll.fd, syscall.EPOLL_CTL_ADD, fd, &syscall.EpollEvent{Events: events, Fd: int32(fd)})
}

// output waits for output, and reports whether end was called.
func (w *waker) output() (ended bool) {
	w.began = false
	return w.epoll.raw.Read(w.epoll.step) != nil || w.ended.Load()
}

// poll is output for a flood: it costs one system call, and the runtime's monitor is awake then.
func (w *waker) poll() (ended bool) {
	fds := []unix.PollFd{{Fd: int32(w.out), Events: unix.POLLIN}, {Fd: int32(w.stop), Events: unix.POLLIN}}
	_, err := unix.Poll(fds, -1)
	return err == nil && fds[1].Revents != 0
}

// look makes output count when it is first called, and looks whether there is some: it counts no more then. An end
// during a rest woke nobody, and what the epoll has not been asked for yet wakes nobody again, so it looks the first
// time, too.
func (w *waker) look(uintptr) bool {
	if !w.began {
		w.began, w.events[0] = true, syscall.EpollEvent{Events: syscall.EPOLLIN | syscall.EPOLLONESHOT, Fd: int32(w.out)}
		if w.ended.Load() || syscall.EpollCtl(w.epoll.fd, syscall.EPOLL_CTL_MOD, w.out, &w.events[0]) != nil {
			return true
		}
	}
	n, errno := process.EpollNow(w.epoll.fd, w.events[:])
	return errno != 0 || n > 0
}

// rest waits for a time.
func (w *waker) rest(d time.Duration) {
	w.began, w.pause.Value = false, unix.NsecToTimespec(int64(d))
	_ = w.timer.raw.Read(w.timer.step)
}

// past starts the timer; when it is called again, that is over.
func (w *waker) past(uintptr) bool {
	if w.began {
		return true
	}
	w.began = true
	return process.SetTimer(w.timer.fd, &w.pause) != 0
}

// end ends the wait for output, and all later ones.
func (w *waker) end() {
	w.ended.Store(true)
	_, _ = syscall.Write(w.stop, []byte{1, 0, 0, 0, 0, 0, 0, 0})
}

func (w *waker) close() {
	for _, p := range []polled{w.epoll, w.timer} {
		if p.file != nil {
			p.file.Close()
		}
	}
	syscall.Close(w.stop)
}

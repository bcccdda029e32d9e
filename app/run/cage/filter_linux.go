package cage

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The answers of a filter, seccomp(2).
const (
	allow  = unix.SECCOMP_RET_ALLOW
	notify = unix.SECCOMP_RET_USER_NOTIF
	refuse = unix.SECCOMP_RET_ERRNO
)

// The offsets in struct seccomp_data.
const (
	offNr, offArch, offArgs = 0, 4, 16
)

// nativeX32 is the first number of a system call of the x32 interface.
const nativeX32 = 0x40000000

// program returns the filter. bind and connect go to the holder. What could use a socket of the host in another way is
// refused: other interfaces of the kernel, io_uring, a connection that is opened by sending (TCP Fast Open), sockets of
// families that have no network of their own (such as vsock), and the memory of other processes.
func program() []unix.SockFilter {
	f := []unix.SockFilter{
		load(offArch), when(unix.BPF_JEQ, nativeArch, 1, 0), answer(refuse | uint32(unix.ENOSYS)),
		load(offNr), when(unix.BPF_JGE, nativeX32, 0, 1), answer(refuse | uint32(unix.ENOSYS)),
	}
	on := func(nr uintptr, then ...unix.SockFilter) {
		f = append(f, when(unix.BPF_JEQ, uint32(nr), 0, uint8(len(then))))
		f = append(f, then...)
	}
	on(unix.SYS_CONNECT, answer(notify))
	on(unix.SYS_BIND, answer(notify))
	for _, nr := range []uintptr{unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER} {
		on(nr, answer(refuse|uint32(unix.ENOSYS)))
	}
	for _, nr := range []uintptr{unix.SYS_PTRACE, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD} {
		on(nr, answer(refuse|uint32(unix.EPERM)))
	}
	for nr, flags := range map[uintptr]uint32{unix.SYS_SENDTO: 3, unix.SYS_SENDMSG: 2, unix.SYS_SENDMMSG: 3} {
		on(nr, load(offArgs+8*flags), when(unix.BPF_JSET, unix.MSG_FASTOPEN, 0, 1), answer(refuse|uint32(unix.EPERM)),
			answer(allow))
	}
	on(unix.SYS_SOCKET, load(offArgs), when(unix.BPF_JEQ, unix.AF_UNIX, 3, 0), when(unix.BPF_JEQ, unix.AF_INET, 2, 0),
		when(unix.BPF_JEQ, unix.AF_INET6, 1, 0), when(unix.BPF_JEQ, unix.AF_NETLINK, 0, 1), answer(allow),
		answer(refuse|uint32(unix.EAFNOSUPPORT)))
	return append(f, answer(allow))
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func when(test uint16, value uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | test, K: value, Jt: yes, Jf: no}
}

func answer(value uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value}
}

// applyFilter applies the filter to this thread and what it executes, and returns its listener.
func applyFilter() (listener int, err error) {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return -1, fmt.Errorf("cannot give up new privileges: %w", err)
	}
	f := program()
	prog := unix.SockFprog{Len: uint16(len(f)), Filter: &f[0]}
	// A signal would interrupt a bind that is half done (since Linux 5.19).
	for _, flags := range []uintptr{unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV,
		unix.SECCOMP_FILTER_FLAG_NEW_LISTENER} {
		fd, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&prog)))
		if errno == 0 {
			return int(fd), nil
		}
		err = errno
	}
	return -1, fmt.Errorf("cannot filter system calls: %w", err)
}

// denyTCP makes the kernel itself refuse to this thread, and to what it executes, to bind and connect TCP sockets:
// landlock(7). The holder does it instead. That closes a race: a socket that is exchanged between the holder's look and
// the call. Kernels before 6.7 don't have it.
func denyTCP() {
	handled := struct{ files, network uint64 }{0, unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP}
	fd, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&handled)),
		unsafe.Sizeof(handled), 0)
	if errno == 0 {
		_, _, _ = unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, fd, 0, 0)
		_ = unix.Close(int(fd))
	}
}

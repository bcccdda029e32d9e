package machine

import (
	"os"

	"golang.org/x/sys/unix"
)

// The groups of linux/sock_diag.h in which the kernel tells that a TCP socket is gone, and where its ports are in the
// message.
const (
	groupsGone = 1<<0 | 1<<2 // SKNLGRP_INET_TCP_DESTROY, SKNLGRP_INET6_TCP_DESTROY
	portHere   = unix.SizeofNlMsghdr + 4
	portThere  = portHere + 2
)

// openClosings opens what the kernel tells of sockets that are gone, for now of none; nil if it doesn't.
func openClosings() *os.File {
	fd, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, unix.NETLINK_SOCK_DIAG)
	if err != nil {
		return nil
	}
	err = tell(fd, nil)
	if err == nil {
		err = unix.Bind(fd, &unix.SockaddrNetlink{Family: unix.AF_NETLINK, Groups: groupsGone})
	}
	if err != nil {
		unix.Close(fd)
		return nil
	}
	return os.NewFile(uintptr(fd), "closings")
}

// tell lets the kernel tell only of sockets on these ports without another end, as listeners are: what other programs
// do wakes nobody.
func tell(fd int, ports []int) error {
	const load, equal, end = unix.BPF_LD | unix.BPF_H | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ, unix.BPF_RET
	filter := []unix.SockFilter{{Code: load, K: portThere}, {Code: equal, Jt: 1}, {Code: end}, {Code: load, K: portHere}}
	for _, port := range ports {
		filter = append(filter, unix.SockFilter{Code: equal, K: uint32(port), Jf: 1}, unix.SockFilter{Code: end, K: 1 << 16})
	}
	filter = append(filter, unix.SockFilter{Code: end})
	return unix.SetsockoptSockFprog(fd, unix.SOL_SOCKET, unix.SO_ATTACH_FILTER,
		&unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]})
}

// drain reads what the kernel has told, and reports whether that was anything. Another error than that there is none
// says that some was lost.
func drain(fd uintptr) (some bool) {
	var message [512]byte
	for {
		if _, err := unix.Read(int(fd), message[:]); err == unix.EAGAIN {
			return some
		}
		some = true
	}
}

package fc

import (
	"fmt"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// trySystem makes a system call that could leave a sandbox, with a number as its target, and prints its result.
func trySystem(what, target string) {
	n, _ := strconv.Atoi(target)
	var err error
	switch what {
	case "kill":
		err = unix.Kill(n, 0)
	case "ptrace":
		err = unix.PtraceAttach(n)
	case "vsock":
		_, err = unix.Socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0)
	case "io_uring":
		_, _, errno := unix.Syscall(unix.SYS_IO_URING_SETUP, 8, 0, 0)
		err = errno
	case "fastopen":
		err = fastOpen(n)
	case "again":
		err = connectAgain(n)
	case "shm":
		_, err = unix.SysvShmGet(n, 4096, 0)
	}
	if err != nil {
		fmt.Println("held:", err)
		return
	}
	fmt.Println("REACHED", what)
}

// loopback is an address of this machine.
func loopback(port int) unix.Sockaddr {
	return &unix.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}
}

// fastOpen binds a socket, so that it is the host's, and connects it by sending.
func fastOpen(port int) error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err == nil {
		err = unix.Bind(fd, loopback(0))
	}
	if err == nil {
		err = unix.Sendto(fd, []byte("x"), unix.MSG_FASTOPEN, loopback(port))
	}
	return err
}

// connectAgain connects to a port of its own, and then the same socket to another one.
func connectAgain(port int) error {
	l, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err == nil {
		err = unix.Bind(l, loopback(0))
	}
	if err == nil {
		err = unix.Listen(l, 1)
	}
	if err != nil {
		fmt.Println("no listener:", err)
		return nil
	}
	at, _ := unix.Getsockname(l)
	fd, _ := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	if err := unix.Connect(fd, at); err != nil {
		fmt.Println("not even to its own port:", err)
		return nil
	}
	fmt.Println("connected to its own")
	_, _, _ = unix.Syscall(unix.SYS_CONNECT, uintptr(fd), 0, 0) // no address
	disconnect(fd)
	return unix.Connect(fd, loopback(port))
}

func disconnect(fd int) {
	addr := unix.RawSockaddr{Family: unix.AF_UNSPEC}
	_, _, errno := unix.Syscall(unix.SYS_CONNECT, uintptr(fd), uintptr(unsafe.Pointer(&addr)), unsafe.Sizeof(addr))
	if errno != 0 {
		fmt.Println("not disconnected:", errno)
	}
}

package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// socketName is the holder's socket in the run's folder. Its path may be longer than the 108 bytes of sockaddr_un, so
// both sides reach it through an open descriptor of the folder.
const socketName = "sock"

// maxMessage bounds one message; a Spec with a large environment is the largest.
const maxMessage = 8 << 20

// message is what the manager and the holder send each other: one JSON object a line. Op says which fields are used.
//
//	manager → holder: spec (Spec; to a spare also Folder and the descriptor of its lock), stop (Stop), signal (Signal), input (Data), resize (Cols, Rows), ready (Time),
//	                  look (is the run's folder still there?), cap (Cap of the
//	                  transcript), carried (Carried: a process carries the run's id)
//	holder → manager: hello (Record, Version, and the terminal's descriptor), record (Record), final (Record: the run is
//	                  over), note (more was printed), failed (Error: there will be no run), carried (the same as a question)
//
// Both sides ignore messages and fields that they don't know, so that a manager of any version adopts any run.
type message struct {
	Op string `json:"op"`
	// Version is the sender's, in spec and hello; 0: before there were versions.
	Version int            `json:"version,omitempty"`
	Error   string         `json:"error,omitempty"`
	Errno   int            `json:"errno,omitempty"` // of Error, if the kernel gave it
	Spec    *Spec          `json:"spec,omitempty"`
	Folder  string         `json:"folder,omitempty"` // of the run, for a spare
	Record  *Record        `json:"record,omitempty"`
	Stop    *StopRequest   `json:"stop,omitempty"`
	Signal  syscall.Signal `json:"signal,omitempty"`
	Data    []byte         `json:"data,omitempty"`
	Cols    int            `json:"cols,omitempty"`
	Cap     int64          `json:"cap,omitempty"`
	Rows    int            `json:"rows,omitempty"`
	Time    *time.Time     `json:"time,omitempty"`
	Carried bool           `json:"carried,omitempty"`
}

// version is the version of these messages.
const version = 1

// valid reports whether a request has what its op needs.
func (m message) valid() bool {
	switch m.Op {
	case "stop":
		return m.Stop != nil && m.Stop.Signal > 0 && m.Stop.Timeout >= 0
	case "signal":
		return m.Signal > 0
	case "ready":
		return m.Time != nil
	}
	return true
}

// StopRequest requests the end of the whole tree.
type StopRequest struct {
	Signal  syscall.Signal `json:"signal"`
	Timeout time.Duration  `json:"timeout"` // until KILL
	Cause   Cause          `json:"cause"`
	By      Actor          `json:"by"`
}

// wire is one end of the connection. send may be called by several goroutines, receive by one.
type wire struct {
	c   *net.UnixConn
	mu  sync.Mutex
	buf []byte
	oob [64]byte
	fd  int // a descriptor that came with a message, until take; -1: none
	// final: the last record has come, and nothing but the end of the connection follows
	final  bool
	holder *os.Process // at the other end, if this process has started it
}

func newWire(c *net.UnixConn) *wire { return &wire{c: c, fd: -1} }

// send writes one message, with fd beside it unless that is negative.
func (w *wire) send(m message, fd int) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	var oob []byte
	if fd >= 0 {
		oob = syscall.UnixRights(fd)
	}
	return w.sendLine(append(data, '\n'), oob)
}

// noted is the line of the message note.
var noted = []byte(`{"op":"note"}` + "\n")

func (w *wire) sendLine(data, oob []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, _, err := w.c.WriteMsgUnix(data, oob, nil)
	if err == nil && n < len(data) {
		_, err = w.c.Write(data[n:])
	}
	return err
}

// trySend sends a short line, or returns false if that would mean to wait.
func (w *wire) trySend(line []byte) (sent bool) {
	if !w.mu.TryLock() {
		return false
	}
	defer w.mu.Unlock()
	raw, err := w.c.SyscallConn()
	if err != nil {
		return false
	}
	_ = raw.Write(func(fd uintptr) bool {
		sent = sendNow(int(fd), line)
		return true
	})
	return sent
}

// receive waits for the next message and returns it.
func (w *wire) receive() (m message, err error) {
	for {
		if i := bytes.IndexByte(w.buf, '\n'); i >= 0 {
			if bytes.Equal(w.buf[:i+1], noted) { // nearly all messages
				m.Op = "note"
			} else {
				err = json.Unmarshal(w.buf[:i], &m)
			}
			w.final = w.final || m.Op == "final" && m.Record != nil
			w.buf = append(w.buf[:0], w.buf[i+1:]...)
			return m, err
		}
		if len(w.buf) > maxMessage {
			return m, errors.New("the message is too long")
		}
		if err := w.fill(); err != nil {
			return m, err
		}
	}
}

func (w *wire) fill() error {
	w.buf = slices.Grow(w.buf, 512)
	n, on, _, _, err := w.c.ReadMsgUnix(w.buf[len(w.buf):cap(w.buf)], w.oob[:])
	if err != nil {
		return err
	}
	w.keep(w.oob[:on])
	w.buf = w.buf[:len(w.buf)+n]
	if n == 0 {
		return io.EOF
	}
	return nil
}

// keep stores the descriptor that came beside a message.
func (w *wire) keep(oob []byte) {
	msgs, err := syscall.ParseSocketControlMessage(oob)
	if err != nil || len(msgs) == 0 {
		return
	}
	fds, err := syscall.ParseUnixRights(&msgs[0])
	if err != nil || len(fds) == 0 {
		return
	}
	for _, fd := range append(fds[1:], w.fd) {
		if fd >= 0 {
			syscall.Close(fd)
		}
	}
	syscall.CloseOnExec(fds[0])
	w.fd = fds[0]
}

// take hands over the descriptor that came with a message, or returns -1 if none did.
func (w *wire) take() int {
	fd := w.fd
	w.fd = -1
	return fd
}

// dial connects to the holder of the run in dir.
func dial(dir string) (*wire, error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	path, done, err := socketPath(dir, d)
	if err != nil {
		return nil, fmt.Errorf("cannot reach the holder: %w", err)
	}
	defer done()
	c, err := net.DialUnix("unix", nil, &net.UnixAddr{Net: "unix", Name: path})
	if err != nil {
		return nil, fmt.Errorf("cannot reach the holder: %w", err)
	}
	return newWire(c), nil
}

// maxSocketPath is the longest path that sockaddr_un takes on every system: 103 bytes on macOS.
const maxSocketPath = 103

// socketPath returns a short path of the socket in dir, which d has open, until done is called.
func socketPath(dir string, d *os.File) (path string, done func(), err error) {
	if fds := "/proc/self/fd/" + strconv.Itoa(int(d.Fd())); exists(fds) {
		return fds + "/" + socketName, func() {}, nil
	}
	return shortSocketPath(dir)
}

// shortSocketPath reaches the socket through a link in a private directory if its own path is too long.
func shortSocketPath(dir string) (path string, done func(), err error) {
	if path = filepath.Join(dir, socketName); len(path) <= maxSocketPath {
		return path, func() {}, nil
	}
	private, err := os.MkdirTemp("", "ds")
	if err == nil && len(private)+len("/d/"+socketName) > maxSocketPath {
		_ = os.Remove(private)
		private, err = os.MkdirTemp("/tmp", "ds")
	}
	if err != nil {
		return "", nil, err
	}
	done = func() { _ = os.RemoveAll(private) } // the link, not what it leads to
	if err := os.Symlink(dir, filepath.Join(private, "d")); err != nil {
		done()
		return "", nil, err
	}
	return filepath.Join(private, "d", socketName), done, nil
}

func exists(path string) bool { _, err := os.Lstat(path); return err == nil }

// wirePair creates a connected pair: a wire for us, and a file for the child.
func wirePair() (*wire, *os.File, error) {
	fds, err := socketPair()
	if err != nil {
		return nil, nil, fmt.Errorf("cannot make a socket pair: %w", err)
	}
	theirs := os.NewFile(uintptr(fds[1]), "holder")
	w, err := fileWire(os.NewFile(uintptr(fds[0]), "manager"))
	if err != nil {
		theirs.Close()
	}
	return w, theirs, err
}

// socketPair creates sockets that no process inherits which is started at the same moment, such as the holder of another
// run. While that lived, the manager would not notice the end of this run's holder.
func socketPair() ([2]int, error) {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(fds[0])
		syscall.CloseOnExec(fds[1])
	}
	return fds, err
}

// fileWire creates a wire from a socket's file, and closes the file.
func fileWire(f *os.File) (*wire, error) {
	defer f.Close()
	c, err := net.FileConn(f)
	if err != nil {
		return nil, err
	}
	return newWire(c.(*net.UnixConn)), nil
}

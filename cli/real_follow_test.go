//go:build real && linux

package cli

import (
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// following is a command that keeps printing, at a terminal or into a pipe.
type following struct {
	cmd *exec.Cmd
	out *os.File // its output; the other side of a terminal
	had []byte   // read, and not matched yet
}

// follow starts the program so that the test can wait for its output.
func (w *realWorld) follow(t *testing.T, terminal bool, args ...string) *following {
	t.Helper()
	f := &following{cmd: w.command(w.dir, args...)}
	var theirs *os.File
	if terminal {
		f.out, theirs = openPTY(t)
		f.cmd.Stdin = theirs
		f.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	} else {
		f.out, theirs = openPipe(t)
	}
	f.cmd.Stdout, f.cmd.Stderr = theirs, theirs
	if err := f.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	t.Cleanup(func() { f.out.Close(); _ = f.cmd.Process.Kill(); _ = f.cmd.Wait() })
	return f
}

// until reads until something matches, and drops everything up to there.
func (f *following) until(t testing.TB, pattern string) {
	t.Helper()
	re, buf := regexp.MustCompile(pattern), make([]byte, 4096)
	if err := f.out.SetReadDeadline(time.Now().Add(realLimit)); err != nil {
		t.Fatal(err)
	}
	for {
		if at := re.FindIndex(f.had); at != nil {
			f.had = f.had[at[1]:]
			return
		}
		n, err := f.out.Read(buf)
		if err != nil {
			t.Fatalf("%v while waiting for %s; since the last match: %q", err, pattern, f.had)
		}
		f.had = append(f.had, buf[:n]...)
	}
}

// interrupt ends the command as Ctrl-C does, which is not a failure.
func (f *following) interrupt(t *testing.T) {
	t.Helper()
	if err := f.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, f.out)
	if err := f.cmd.Wait(); err != nil {
		t.Errorf("a follower that was interrupted: %v", err)
	}
}

func openPipe(t *testing.T) (ours, theirs *os.File) {
	t.Helper()
	ours, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return ours, theirs
}

// openPTY opens a terminal of 120 columns, see pty(7). It returns our side, which can be read with a deadline, and
// the program's.
func openPTY(t testing.TB) (ours, theirs *os.File) {
	t.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	ours = os.NewFile(uintptr(fd), "/dev/ptmx")
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 120})
	}
	if err == nil {
		theirs, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return ours, theirs
}

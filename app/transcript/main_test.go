package transcript

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"testing"

	"devservers/tests/fc"
)

// role marks a test binary that is run again as a child that writes; see children.
const role = "TRANSCRIPT_TEST_ROLE"

func TestMain(m *testing.M) {
	if err := child(os.Getenv(role)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(fc.Tests{TestingM: m}.Run())
}

func child(what string) error {
	switch what {
	case "copy":
		return copyChild(os.Getenv("DIR"))
	case "full":
		if err := fullChild(os.Getenv("DIR")); err != nil {
			return err
		}
		os.Exit(0)
	}
	return nil
}

// again returns the command that runs this test binary as a child.
func again(what, dir string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), role+"="+what, "DIR="+dir)
	cmd.Stderr = os.Stderr
	return cmd
}

// copyChild is a minimal holder: it reads fd 3 straight into the transcript until it is killed. The sizes of its
// reads vary.
func copyChild(dir string) error {
	w, err := Recover(dir)
	if err != nil {
		return err
	}
	for i := 1; ; i = i*7%4001 + 1 {
		n, err := syscall.Read(3, w.Buffer()[:i])
		if n > 0 {
			w.Commit(n)
		}
		if err != nil && err != syscall.EINTR || n == 0 {
			return err
		}
	}
}

// fullChild writes numbered lines while its files may not exceed 10,000 bytes, then again when they may.
func fullChild(dir string) error {
	signal.Ignore(syscall.SIGXFSZ)
	w, err := Create(dir, Options{Segment: 1 << 20})
	if err != nil {
		return err
	}
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l); err != nil {
		return err
	}
	free := l.Cur
	for i := 1; i <= 3000; i++ {
		switch i {
		case 100:
			l.Cur = 10_000
			err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l)
		case 2000:
			l.Cur = free
			err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l)
		}
		if err != nil {
			return err
		}
		w.Commit(copy(w.Buffer(), fmt.Appendf(nil, "line %d\n", i)))
		if i == 1999 && !errors.Is(w.Err(), syscall.EFBIG) {
			return fmt.Errorf("Err is %w, want EFBIG", w.Err())
		}
	}
	if w.Err() != nil {
		return w.Err()
	}
	_, err = w.Close()
	return err
}

func number(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

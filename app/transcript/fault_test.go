package transcript

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// printed reads text into the writer's buffer by the kernel, as a holder does, and commits it.
func printed(t *testing.T, w *Writer, text string) {
	t.Helper()
	var fds [2]int
	if err := syscall.Pipe(fds[:]); err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fds[0])
	defer syscall.Close(fds[1])
	if _, err := syscall.Write(fds[1], []byte(text)); err != nil {
		t.Fatal(err)
	}
	n, err := syscall.Read(fds[0], w.Buffer())
	if err == syscall.EFAULT {
		w.Restore()
		n, err = syscall.Read(fds[0], w.Buffer())
	}
	if err != nil {
		t.Fatal(err)
	}
	w.Commit(n)
}

func texts(lines []Line) (list []string) {
	for _, l := range lines {
		list = append(list, string(l.Text))
	}
	return list
}

// TestCutLiveFileIsMadeWhole cuts the mapped file at each moment: the kernel's SIGBUS would end the process.
func TestCutLiveFileIsMadeWhole(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, w *Writer, live string){
		"between chunks": func(*testing.T, *Writer, string) {},
		"with a chunk in it": func(_ *testing.T, w *Writer, live string) {
			copy(w.Buffer(), "lost\n")
			_ = os.Truncate(live, 0)
			w.Commit(5)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, r, dir := create(t, Options{})
			live := filepath.Join(dir, liveName)
			printed(t, w, "one\ntwo\n")
			if b := r.Bounds(); b.Last != 2 {
				t.Fatalf("%+v", b)
			}
			r.Arm()
			prepare(t, w, live)
			if err := os.Truncate(live, 0); err != nil {
				t.Fatal(err)
			}
			if b := r.Bounds(); b.Last < 2 || b.Closed {
				t.Errorf("while it is short: %+v", b)
			}
			if got := texts(forward(t, r, Limit{})); len(got) != 2 {
				t.Errorf("while it is short: %q", got)
			}
			if w.Armed() {
				t.Error("armed")
			}
			printed(t, w, "three\n")
			got := texts(forward(t, r, Limit{}))
			if len(got) != 3 || got[2] != "three" {
				t.Errorf("the reader that was there has %q", got)
			}
			if err := os.Truncate(live, 100); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Close(); err != nil {
				t.Error(err)
			}
			if b := r.Bounds(); !b.Closed {
				t.Errorf("at its end: %+v", b)
			}
			again, err := Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			if got := texts(forward(t, again, Limit{})); len(got) != 3 {
				t.Errorf("a new reader has %q", got)
			}
		})
	}
}

func TestReaderSurvivesACutFileOfAnEndedRun(t *testing.T) {
	t.Parallel()
	w, r, dir := create(t, Options{})
	printed(t, w, "one\n")
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	before := r.Bounds()
	if err := os.Truncate(filepath.Join(dir, liveName), 0); err != nil {
		t.Fatal(err)
	}
	if b := r.Bounds(); b != before || len(forward(t, r, Limit{})) != 1 {
		t.Errorf("%+v", b)
	}
	if _, err := Open(dir); err == nil {
		t.Error("a cut file is opened")
	}
	if _, err := Recover(dir); err == nil {
		t.Error("a cut file is recovered")
	}
}

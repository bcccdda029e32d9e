package transcript

import (
	"os"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/process"
)

// TestRecoverWithFewDescriptorsLosesNothing: it fails as a whole, so that it can be tried again. It isn't parallel,
// since the limit is that of the process.
func TestRecoverWithFewDescriptorsLosesNothing(t *testing.T) {
	for more := range 6 {
		w, r, dir := create(t, Options{})
		print(w, []byte("one\n"), 100)
		copy(w.Buffer(), "two\nthree\n") // the writer dies now
		again, err := limited(t, more, func() (*Writer, error) { return Recover(dir) })
		if err != nil {
			if again, err = Recover(dir); err != nil {
				t.Fatal(err)
			}
		}
		if p, err := r.After(0, Limit{}); err != nil || len(p.Lines) != 3 || string(p.Lines[2].Text) != "three" {
			t.Errorf("with %d more: %+v, %v", more, p, err)
		}
		again.Close()
	}
}

// limited calls do while only some more files can be opened.
func limited(t *testing.T, more int, do func() (*Writer, error)) (*Writer, error) {
	t.Helper()
	var open []*os.File
	for range more + 1 {
		f, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, f)
	}
	highest := open[more].Fd()
	for _, f := range open {
		f.Close()
	}
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: uint64(highest), Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &old) }()
	return do()
}

// TestWriterWaitsForDescriptors: a writer that can't open its next file loses nothing, and writes on when it can.
func TestWriterWaitsForDescriptors(t *testing.T) {
	w, r, _ := create(t, Options{Segment: 30})
	print(w, []byte("one\n"), 100)
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 3, Max: old.Max}); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		print(w, []byte("two\nthree\nfour\nfive\nsix\nseven\neight\n"), 100)
		close(done)
	}()
	select {
	case <-done:
		t.Error("it did not wait")
	case <-time.After(3 * process.Pause):
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	<-done
	if b := r.Bounds(); b.DroppedLines > 0 || b.Last != 8 || w.Err() != nil {
		t.Errorf("%+v, %v", b, w.Err())
	}
}

package transcript

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A server prints numbered lines into a pipe. Holders copy them; each is killed with -9 at some moment, and its
// successor continues with the same pipe and the same transcript. No byte may be missing or doubled.
func TestKilledWritersNeitherLoseNorDuplicateBytes(t *testing.T) {
	t.Parallel()
	w, r, dir := create(t, Options{Segment: 64 << 10, Cap: 1 << 30})
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var printed []byte
	for round := range killRounds {
		printed = append(printed, copyAndKill(t, dir, in, out, round)...)
	}
	out.Close()
	rest, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	if w, err = Recover(dir); err != nil {
		t.Fatal(err)
	}
	print(w, rest, 4096)
	got := make([]byte, len(printed)+100)
	n, _, err := r.Raw(0, got)
	if err != nil || !bytes.Equal(got[:n], printed) {
		t.Fatalf("printed %d bytes, kept %d (%v), the same up to %d", len(printed), n, err, common(printed, got[:n]))
	}
	lines := forward(t, r, Limit{})
	if want := bytes.Count(printed, newline); len(lines) != want || lines[want-1].Seq != int64(want) {
		t.Errorf("%d lines, the last numbered %d, want %d", len(lines), lines[len(lines)-1].Seq, want)
	}
	w.Close()
}

// copyAndKill starts a holder, prints a random amount, and kills the holder while it is still busy copying.
func copyAndKill(t *testing.T, dir string, in, out *os.File, round int) []byte {
	t.Helper()
	cmd := again("copy", dir)
	cmd.ExtraFiles = []*os.File{in}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var text []byte
	for i := range 50 + rand.IntN(1500) { // 64 KiB fit into the pipe: the last writes wait until the holder reads
		text = fmt.Appendf(text, "round %d line %d %s\n", round, i,
			"........................................................"[:rand.IntN(50)])
	}
	text = append(text, bytes.Repeat(append(bytes.Repeat([]byte("x"), 1023), '\n'), 64)...)
	if _, err := out.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	return text
}

func common(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

// Each case is a moment of Commit at which the writer may die. The test creates the state of the files directly.
func TestRecoverCompletesAnInterruptedCommit(t *testing.T) {
	t.Parallel()
	const old, chunk = "one\ntw", "o\nthree\nfo\x00\x00"
	write := func(t *testing.T, dir, text string) {
		f, err := os.OpenFile(filepath.Join(dir, logName(0)), os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.WriteAt([]byte(text), int64(len(old))); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name string
		die  func(t *testing.T, w *Writer)
		want string
	}{
		{"before the read", func(*testing.T, *Writer) {}, old},
		{"before the write", func(_ *testing.T, w *Writer) { copy(w.Buffer(), chunk) }, old + "o\nthree\nfo"},
		{"within the write", func(t *testing.T, w *Writer) { copy(w.Buffer(), chunk); write(t, w.dir, chunk[:4]) }, old +
			"o\nthree\nfo"},
		{"after the write", func(t *testing.T, w *Writer) { copy(w.Buffer(), chunk); write(t, w.dir, chunk) }, old + chunk},
		{"after it was published", func(_ *testing.T, w *Writer) {
			base := w.live.base.Load()
			w.Commit(copy(w.Buffer(), chunk))
			copy(w.Buffer(), chunk)
			w.live.base.Store(base)
		}, old + chunk},
		{"while the buffer was cleared", func(_ *testing.T, w *Writer) {
			w.Commit(copy(w.Buffer(), chunk))
			copy(w.Buffer(), "\x00\x00\x00"+chunk[3:])
			w.live.base.Store(journalDone)
		}, old + chunk},
		{"when a part was published", func(_ *testing.T, w *Writer) {
			base := w.live.base.Load()
			w.Commit(copy(w.Buffer(), chunk[:3]))
			copy(w.Buffer(), chunk)
			w.live.base.Store(base)
		}, old + "o\nthree\nfo"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, r, dir := create(t, Options{Segment: 1000})
			print(w, []byte(old), 10)
			c.die(t, w)
			again, err := Recover(dir)
			if err != nil {
				t.Fatal(err)
			}
			print(again, []byte("!\n"), 10)
			buf := make([]byte, 100)
			n, _, err := r.Raw(0, buf)
			if want := c.want + "!\n"; string(buf[:n]) != want || err != nil {
				t.Errorf("kept %q, %v, want %q", buf[:n], err, want)
			}
			checkLines(t, r, split([]byte(c.want+"!\n"), 1000))
		})
	}
}

func TestRecoverCompletesACommitAcrossSegments(t *testing.T) {
	t.Parallel()
	for done := 0; done <= 60; done += 5 {
		w, r, dir := create(t, Options{Segment: 20, maxLine: 20})
		text := []byte("one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\n")
		print(w, text[:10], 10)
		copy(w.Buffer(), text[10:])
		for at := 10; at < min(len(text), 10+done); at++ { // a killed pwrite left these
			f, err := os.OpenFile(filepath.Join(dir, logName(int64(at/20))), os.O_WRONLY|os.O_CREATE, 0o600)
			if err != nil {
				t.Fatal(err)
			}
			f.WriteAt(text[at:at+1], int64(at%20))
			f.Close()
		}
		if _, err := Recover(dir); err != nil {
			t.Fatal(err)
		}
		checkLines(t, r, split(text, 20))
	}
}

func TestRecoverRefusesOtherFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err := Recover(dir); err == nil {
		t.Error("an empty folder was taken for a transcript")
	}
	if err := os.WriteFile(filepath.Join(dir, liveName), make([]byte, liveSize), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil {
		t.Error("a live file of zeros was taken for a transcript")
	}
	if err := os.Remove(filepath.Join(dir, liveName)); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Symlink("/dev/zero", filepath.Join(dir, liveName)); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil {
		t.Error("a symlink was followed")
	}
}

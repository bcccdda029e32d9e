package transcript

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// FuzzFiles puts bytes into the files of a transcript: a reader or a recovery gets lines or an error, in bounded
// time and memory.
func FuzzFiles(f *testing.F) {
	dir := f.TempDir()
	w, err := Create(dir, Options{Segment: 64, Cap: 256})
	if err != nil {
		f.Fatal(err)
	}
	print(w, []byte("one\ntwo\nthree\n"), 100)
	if _, err := w.Close(); err != nil {
		f.Fatal(err)
	}
	head, _ := os.ReadFile(filepath.Join(dir, liveName))
	log, _ := os.ReadFile(filepath.Join(dir, logName(0)))
	idx, _ := os.ReadFile(filepath.Join(dir, idxName(0)))
	f.Add(head[:512], log, idx, uint16(0))
	f.Add(head[:512], log[:5], idx[:7], uint16(0))
	f.Add(head[:512], log, []byte{}, uint16(3))
	f.Fuzz(func(t *testing.T, head, log, idx []byte, journal uint16) {
		dir := t.TempDir()
		live := make([]byte, liveSize)
		copy(live[:headerSize], head)
		for i := range journal {
			live[headerSize+int(i)] = 'x'
		}
		for name, data := range map[string][]byte{liveName: live, logName(0): log, idxName(0): idx} {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		readAny(dir)
		if w, err := Recover(dir); err == nil {
			print(w, []byte("more\n"), 100)
			if _, err := w.Close(); err != nil {
				t.Error(err)
			}
			readAny(dir)
		}
	})
}

// readAny reads what it can in each way.
func readAny(dir string) {
	r, err := Open(dir)
	if err != nil {
		return
	}
	defer r.Close()
	b := r.Bounds()
	small := Limit{Lines: 50, Bytes: 4096}
	_, _ = r.After(0, small)
	_, _ = r.After(b.Last-1, small)
	_, _ = r.Before(b.Last+1, small)
	_ = r.Search(context.Background(), Search{Literal: "o", Limit: 5}, func(Line) bool { return true })
}

package transcript

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestPreadReturnsWhatThereIs: what the file has, and where it ends.
func TestPreadReturnsWhatThereIs(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	text := bytes.Repeat([]byte("0123456789"), 5000)
	if _, err := f.Write(text); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		off, size int64
		end       error
	}{{0, 10, nil}, {3, 16 << 10, nil}, {7, 40_000, nil}, {49_990, 10, nil}, {49_995, 10, io.EOF}, {50_000, 10,
		io.EOF}, {60_000, 10, io.EOF}} {
		b := make([]byte, c.size)
		n, err := pread(int(f.Fd()), b, c.off)
		want := text[min(c.off, 50_000):min(c.off+c.size, 50_000)]
		if !errors.Is(err, c.end) || !bytes.Equal(b[:n], want) {
			t.Errorf("%+v: %d bytes, %v", c, n, err)
		}
	}
}

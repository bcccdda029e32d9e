package protocol

import (
	"bytes"
	"errors"
	"os"
	"testing"
	"time"
)

// TestSourceReadsAllThroughRests: what is printed while the reader rests, waits or reads, comes once and in order.
func TestSourceReadsAllThroughRests(t *testing.T) {
	t.Parallel()
	for _, terminal := range []bool{true, false} {
		s, slave := source(t, terminal)
		want := bytes.Repeat([]byte("0123456789abcdef"), 4000)
		go func() {
			for b := want; len(b) > 0; b = b[min(len(b), 500):] {
				_, _ = slave.Write(b[:min(len(b), 500)])
				if len(b)%7 == 0 {
					time.Sleep(time.Millisecond)
				}
			}
		}()
		var got []byte
		for b := make([]byte, 64<<10); len(got) < len(want); {
			n, err := s.Read(b)
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, b[:n]...); len(got)%3 == 0 {
				s.rest(time.Millisecond)
			}
		}
		if !bytes.Equal(got, want) {
			t.Error("the output is another one")
		}
	}
}

func TestSourceEndsWhileItWaits(t *testing.T) {
	t.Parallel()
	for _, terminal := range []bool{true, false} {
		s := drained(t, terminal)
		go s.End()
		for range 2 {
			wantEnd(t, s)
		}
		s.rest(time.Millisecond)
	}
}

func source(t *testing.T, terminal bool) (*Source, *os.File) {
	t.Helper()
	fd, slave, err := openPipe()
	if terminal {
		fd, slave, err = OpenTerminal(80, 24)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSource(fd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { slave.Close(); s.Close() })
	return s, slave
}

// drained returns a source whose output has been read.
func drained(t *testing.T, terminal bool) *Source {
	t.Helper()
	s, slave := source(t, terminal)
	if _, err := slave.WriteString("last"); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 100)
	if n, err := s.Read(b); err != nil || string(b[:n]) != "last" {
		t.Errorf("%q, %v", b[:n], err)
	}
	return s
}

func wantEnd(t *testing.T, s *Source) {
	t.Helper()
	if n, err := s.Read(make([]byte, 100)); n != 0 || !errors.Is(err, os.ErrClosed) &&
		!errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error(n, err)
	}
}

// TestSourceEndsWhileItRests: an End that comes during a rest, or before, is not forgotten.
func TestSourceEndsWhileItRests(t *testing.T) {
	t.Parallel()
	for _, terminal := range []bool{true, false} {
		s := drained(t, terminal)
		s.End()
		s.rest(20 * time.Millisecond)
		wantEnd(t, s)
	}
}

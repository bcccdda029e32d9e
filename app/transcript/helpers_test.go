package transcript

import (
	"bytes"
	"math"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// print sends b through the writer in chunks of at most n bytes.
func print(w *Writer, b []byte, n int) {
	for len(b) > 0 {
		m := copy(w.Buffer(), b[:min(n, len(b))])
		w.Commit(m)
		b = b[m:]
	}
}

func create(t testing.TB, o Options) (*Writer, *Reader, string) {
	t.Helper()
	dir := t.TempDir()
	w, err := Create(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return w, r, dir
}

// piece is a line as the naive splitter returns it.
type piece struct {
	seq           int64
	off           int64
	text          string
	cont, partial bool
}

// split is the oracle: it splits text into lines by the rules, one byte after the other.
func split(b []byte, maxLine int) (out []piece) {
	seq, start := int64(1), 0
	for i, c := range b {
		n := i + 1 - start
		if c != '\n' && n < maxLine {
			continue
		}
		p := piece{seq: seq, off: int64(start), text: string(b[start : i+1])}
		if c == '\n' {
			p.text = string(bytes.TrimSuffix(b[start:i], []byte("\r")))
		} else {
			p.cont = true
		}
		out = append(out, p)
		seq, start = seq+1, i+1
	}
	if start < len(b) {
		out = append(out, piece{seq: seq, off: int64(start), text: string(b[start:]), partial: true})
	}
	return out
}

func pieces(lines []Line) (out []piece) {
	for _, l := range lines {
		out = append(out, piece{l.Seq, l.Off, string(l.Text), l.Cont, l.Partial})
	}
	return out
}

// forward reads all lines with After, in pages.
func forward(t testing.TB, r *Reader, limit Limit) (lines []Line) {
	t.Helper()
	eachPage(t, r, limit, func(p Page) { lines = append(lines, p.Lines...) })
	return lines
}

// inRoom does the same for pages that share their memory.
func inRoom(t testing.TB, r *Reader, limit Limit) (all []piece) {
	t.Helper()
	eachPage(t, r, limit, func(p Page) { all = append(all, pieces(p.Lines)...) })
	return all
}

func eachPage(t testing.TB, r *Reader, limit Limit, take func(Page)) {
	t.Helper()
	for cursor := int64(0); ; {
		p, err := r.After(cursor, limit)
		if err != nil {
			t.Fatal(err)
		}
		if p.Gap != nil {
			cursor = p.Gap.To
		}
		take(p)
		for _, l := range p.Lines {
			cursor = l.Seq
		}
		if !p.More {
			return
		}
	}
}

// backward reads all lines with Before, in pages.
func backward(t testing.TB, r *Reader, limit Limit) (lines []Line) {
	t.Helper()
	for seq := int64(math.MaxInt64); ; {
		p, err := r.Before(seq, limit)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Lines) > 0 {
			seq = p.Lines[0].Seq
		}
		lines = append(p.Lines, lines...)
		if !p.More {
			return lines
		}
	}
}

// clock returns a clock that advances by step with each call.
func clock(step time.Duration) func() time.Time {
	at := time.UnixMilli(1_700_000_000_000)
	return func() time.Time { at = at.Add(step); return at }
}

func diskUse(t testing.TB, dir string) (n int64) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		n += sizeOf(name)
	}
	return n
}

// checkLines compares all kept lines with want, read in both directions.
func checkLines(t testing.TB, r *Reader, want []piece) {
	t.Helper()
	if d := cmp.Diff(want, pieces(forward(t, r, Limit{Lines: 7})), ours); d != "" {
		t.Errorf("After: %s", d)
	}
	if d := cmp.Diff(want, pieces(backward(t, r, Limit{Lines: 5})), ours); d != "" {
		t.Errorf("Before: %s", d)
	}
}

// Err returns why the last chunk could not be written (an errno), or nil when it was written.
func (w *Writer) Err() error { return w.err }

// End returns the bounds of what is committed.
func (w *Writer) End() Bounds { return boundsOf(w.st, w.segment, w.live.closed.Load() != 0) }

package transcript

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var ours = cmp.AllowUnexported(piece{})

func TestChunkingDoesNotAffectLines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		alphabet := rapid.SampledFrom([]byte("ab\n\n\r\x00\xff\x1b"))
		text := rapid.SliceOfN(alphabet, 0, 400).Draw(rt, "text")
		maxLine := rapid.IntRange(1, 40).Draw(rt, "maxLine")
		o := Options{Segment: int64(rapid.IntRange(maxLine, 100).Draw(rt, "segment")), Cap: 1 << 20, maxLine: int64(maxLine),
			Now: clock(time.Duration(rapid.IntRange(0, 12).Draw(rt, "step")) * time.Millisecond)}
		w, r, _ := create(t, o)
		defer r.Close()
		for rest := text; len(rest) > 0; {
			n := rapid.IntRange(1, min(len(rest), 90)).Draw(rt, "chunk")
			print(w, rest[:n], n)
			rest = rest[n:]
		}
		want := split(text, maxLine)
		limit := Limit{Lines: rapid.IntRange(1, 9).Draw(rt, "lines"), Bytes: rapid.IntRange(1, 60).Draw(rt, "bytes")}
		if d := cmp.Diff(want, pieces(forward(t, r, limit)), ours); d != "" {
			rt.Fatalf("After: %s", d)
		}
		limit.room = new([]byte)
		if d := cmp.Diff(want, inRoom(t, r, limit), ours); d != "" {
			rt.Fatalf("After, into the same memory: %s", d)
		}
		limit.room = nil
		if d := cmp.Diff(want, pieces(backward(t, r, limit)), ours); d != "" {
			rt.Fatalf("Before: %s", d)
		}
		var raw []byte
		for buf := make([]byte, 33); ; {
			n, _, err := r.Raw(int64(len(raw)), buf)
			if raw = append(raw, buf[:n]...); n == 0 || err != nil {
				break
			}
		}
		if !bytes.Equal(raw, text) {
			rt.Fatalf("Raw: %q, printed %q", raw, text)
		}
		w.Close()
	})
}

func TestDroppedSegmentsAppearAsGap(t *testing.T) {
	t.Parallel()
	w, r, dir := create(t, Options{Segment: 100, Cap: 350, maxLine: 50})
	var all []byte
	for i := range 200 {
		all = fmt.Appendf(all, "line %d\n", i+1)
	}
	print(w, all, 37)
	want := split(all, 50)
	p, err := r.After(0, Limit{})
	if err != nil || p.Gap == nil {
		t.Fatalf("got %+v, %v, want a gap", p, err)
	}
	first := p.Lines[0].Seq
	if p.Gap.From != 1 || p.Gap.To != first-1 || r.Bounds().First != first {
		t.Errorf("gap %v, bounds %+v, first line %d", *p.Gap, r.Bounds(), first)
	}
	if d := cmp.Diff(want[first-1:], pieces(p.Lines), ours); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want[first-1:], pieces(backward(t, r, Limit{Lines: 3})), ours); d != "" {
		t.Error(d)
	}
	if n := diskUse(t, dir); n > 350 {
		t.Errorf("%d bytes of log on disk, the cap is 350", n)
	}
}

// TestNoLimitKeepsEveryLine prints more than the manager's default for a run.
func TestNoLimitKeepsEveryLine(t *testing.T) {
	t.Parallel()
	w, r, _ := create(t, Options{})
	defer w.Close()
	chunk := bytes.Repeat([]byte("0123456789abcde\n"), 1<<16)
	for range 66 {
		print(w, chunk, len(chunk))
	}
	if b := r.Bounds(); b.First != 1 || b.DroppedLines != 0 || b.Last != 66<<16 {
		t.Errorf("%+v", b)
	}
}

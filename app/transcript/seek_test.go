package transcript

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestSeekFindsFirstLineAtOrAfterATimeDespiteClockJumps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		base, now := time.UnixMilli(1_700_000_000_000), 0
		step := rapid.IntRange(-300, 500)
		o := Options{Segment: int64(rapid.IntRange(20, 90).Draw(rt, "segment")),
			Cap: int64(rapid.IntRange(200, 3000).Draw(rt, "cap")),
			Now: func() time.Time { return base.Add(time.Duration(now) * time.Millisecond) }}
		w, r, _ := create(t, o)
		defer r.Close()
		for i := range rapid.IntRange(0, 60).Draw(rt, "chunks") {
			now += step.Draw(rt, "step")
			print(w, fmt.Appendf(nil, "%d\nx%.*s", i, i%19, "\n.................."), 1000)
		}
		at := base.Add(time.Duration(rapid.IntRange(-1000, 12_000).Draw(rt, "at")) * time.Millisecond / 2)
		lines, want := forward(t, r, Limit{}), w.End().Last+1
		for i, l := range lines {
			if i > 0 && l.Time.Before(lines[i-1].Time) {
				rt.Fatalf("line %d is older than the one before", l.Seq)
			}
			if !l.Time.Before(at) && l.Seq < want {
				want = l.Seq
			}
		}
		got := r.Seek(at)
		if got != want && !(got <= want && len(lines) == 0) {
			rt.Fatalf("Seek gave %d, want %d of %+v", got, want, pieces(lines))
		}
		w.Close()
	})
}

func TestTailOffsetIsTheStartOfALine(t *testing.T) {
	t.Parallel()
	w, r, _ := create(t, Options{Segment: 64, Cap: 200})
	var text []byte
	for i := range 40 {
		text = fmt.Appendf(text, "line number %d\n", i)
	}
	print(w, text, 11)
	for n := int64(0); n < 300; n++ {
		off := r.TailOffset(n)
		if off < int64(len(text))-n || off > 0 && text[off-1] != '\n' {
			t.Errorf("the last %d bytes: offset %d", n, off)
		}
	}
	first := r.Bounds().First
	if off := r.offset(first - 3); !bytes.HasPrefix(text[off:], fmt.Appendf(nil, "line number %d\n", first-1)) {
		t.Errorf("offset of a line that is gone: %d", off)
	}
	buf := make([]byte, 10)
	if n, at, err := r.Raw(0, buf); n != 10 || err != nil || !bytes.Equal(buf, text[at:at+10]) ||
		at != r.Bounds().End-r.Bounds().Bytes {
		t.Errorf("raw from the start: %d %d %v", n, at, err)
	}
}

func TestLineOf100MBNeedsLittleMemory(t *testing.T) {
	w, r, _ := create(t, Options{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for sent := 0; sent < 100<<20; {
		b := w.Buffer()
		for i := range b {
			b[i] = 'x'
		}
		w.Commit(len(b) - 7)
		sent += len(b) - 7
	}
	p, err := r.Tail(3)
	runtime.ReadMemStats(&after)
	if err != nil || len(p.Lines) != 3 || !p.Lines[2].Partial || !p.Lines[1].Cont || len(p.Lines[1].Text) != maxLine {
		t.Errorf("%d lines, %v", len(p.Lines), err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}

func TestCommitAllocatesNothing(t *testing.T) {
	w, _, _ := create(t, Options{Segment: 1 << 30, Cap: 1 << 40, Now: clock(time.Second)})
	line := bytes.Repeat([]byte("a line\n"), 100)
	print(w, line, 1000)
	if n := testing.AllocsPerRun(100, func() { w.Commit(copy(w.Buffer(), line)) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// offset returns where line seq begins: the offset from which Raw reads it. If the line is gone, it returns the
// offset of the next kept line. If it does not exist yet, it returns the end.
func (r *Reader) offset(seq int64) int64 {
	p, err := r.After(seq-1, Limit{Lines: 1})
	if err != nil || len(p.Lines) == 0 {
		return r.Bounds().End
	}
	return p.Lines[0].Off
}

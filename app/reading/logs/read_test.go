package logs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/transcript"
)

// written is a transcript of text that keeps about limit bytes.
func written(t *testing.T, limit int64, text string) *transcript.Reader {
	t.Helper()
	dir := t.TempDir()
	w, err := transcript.Create(dir, transcript.Options{Segment: limit / 4, Cap: limit})
	if err != nil {
		t.Fatal(err)
	}
	for len(text) > 0 {
		n := copy(w.Buffer(), text[:min(len(text), 10_000)])
		w.Commit(n)
		text = text[n:]
	}
	t.Cleanup(func() { _, _ = w.Close() })
	r, err := transcript.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func numbered(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintf(&b, "line %d\n", i)
	}
	return b.String()
}

// living is a transcript whose run has not ended.
type living struct{ *transcript.Reader }

func (living) Changed() <-chan struct{} { return nil }
func (living) Over() bool               { return false }
func (living) Close() error             { return nil }

func read(t *testing.T, r *transcript.Reader, q Query) app.LogPage {
	t.Helper()
	p, err := new(Logs).readRun(t.Context(), living{r}, "r", q)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestDroppedLinesAreAGap(t *testing.T) {
	t.Parallel()
	r := written(t, 16384, numbered(1, 10_000))
	first := r.Bounds().First
	if first < 2 {
		t.Fatal("nothing was dropped")
	}
	p := read(t, r, Query{Direction: Forward, After: 10, Limit: 5})
	if len(p.Gaps) != 1 || p.Gaps[0] != (app.Gap{From: 11, To: first - 1}) || len(p.Lines) != 5 ||
		p.Lines[0].Seq != first {
		t.Errorf("%+v", p)
	}
	if p := read(t, r, Query{Limit: MaxLimit}); len(p.Gaps) != 1 || p.Gaps[0] != (app.Gap{From: 1, To: first - 1}) {
		t.Errorf("a page that reaches the first stored line has the gaps %+v", p.Gaps)
	}
	if p := read(t, r, Query{Limit: 3}); len(p.Gaps) != 0 || p.Lines[2].Text != "line 10000" {
		t.Errorf("%+v", p)
	}
}

func TestContextIsTheSameInBothDirections(t *testing.T) {
	t.Parallel()
	r := written(t, 1<<20, numbered(1, 500))
	for _, n := range []int{0, 1, 3} {
		q := Query{Grep: "line (10|12|13|400|499)$", Regex: true, Context: n}
		back := read(t, r, q)
		q.Direction = Forward
		if ahead := read(t, r, q); !slices.Equal(back.Lines, ahead.Lines) || len(ahead.Lines) < 5 {
			t.Errorf("context %d: %d and %d lines", n, len(back.Lines), len(ahead.Lines))
		}
	}
}

// TestContextOfManyMatches has matches whose lines join, and more of them than one search finds.
func TestContextOfManyMatches(t *testing.T) {
	t.Parallel()
	r := written(t, 1<<20, numbered(1, 5000))
	for _, grep := range []string{"7", "7$", "00", "line [1-9]0*$"} {
		for _, n := range []int{1, 2, 4, 5, 30} {
			q := Query{Grep: grep, Regex: true, Context: n, Limit: MaxLimit}
			back := read(t, r, q)
			q.Direction = Forward
			if ahead := read(t, r, q); !slices.Equal(back.Lines, ahead.Lines) || len(back.Gaps) > 0 {
				t.Errorf("%s with context %d: %d and %d lines, gaps %v", grep, n, len(back.Lines), len(ahead.Lines), back.Gaps)
			}
		}
	}
}

// counted counts the lines that are read.
type counted struct {
	living
	lines *int
}

func (c counted) Before(seq int64, limit transcript.Limit) (transcript.Page, error) {
	page, err := c.living.Before(seq, limit)
	*c.lines += len(page.Lines)
	return page, err
}

func TestContextReadsOnlyLinesNearMatches(t *testing.T) {
	t.Parallel()
	lines := 0
	log := counted{living{written(t, 1<<20, numbered(1, 5000))}, &lines}
	p, err := new(Logs).readRun(t.Context(), log, "r", Query{Grep: "line 250", Context: 2})
	if err != nil || len(p.Lines) != 5+1+13 || lines > len(p.Lines) {
		t.Errorf("%v, read %d lines for %d", err, lines, len(p.Lines))
	}
}

func TestPagesJoinWithoutLossOrDuplicates(t *testing.T) {
	t.Parallel()
	r := written(t, 1<<20, numbered(1, 5000)+"half")
	var got []int64
	for after := int64(0); ; {
		p := read(t, r, Query{Direction: Forward, After: after, Limit: 77})
		for _, l := range p.Lines {
			if !l.Partial {
				got = append(got, l.Seq)
			}
		}
		_, after, _ = app.ParseCursor(p.Cursor)
		if !p.More {
			break
		}
	}
	for i, seq := range got {
		if seq != int64(i+1) {
			t.Fatalf("line %d comes after %d others", seq, i)
		}
	}
	if len(got) != 5000 {
		t.Fatalf("%d lines", len(got))
	}
}

func TestPagesAreBoundedInBytes(t *testing.T) {
	t.Parallel()
	r := written(t, 64<<20, strings.Repeat(strings.Repeat("x", 60_000)+"\n", 200))
	p := read(t, r, Query{Direction: Forward, Limit: 200})
	if len(p.Lines) == 200 || !p.More || p.Left == "" || len(p.Lines) < 10 {
		t.Errorf("%d lines, more %v", len(p.Lines), p.More)
	}
	if p := read(t, r, Query{Limit: 200}); len(p.Lines) == 200 || p.Left == "" || p.Lines[len(p.Lines)-1].Seq != 200 {
		t.Errorf("%d lines, left %q", len(p.Lines), p.Left)
	}
}

func TestAtLeast(t *testing.T) {
	t.Parallel()
	r := written(t, 1<<20, "DEBUG a\nINFO b\nWARN c\nERROR d\nplain\n")
	for level, want := range map[string]int{"error": 1, "warn": 2, "info": 3, "debug": 4, "": 5} {
		if p := read(t, r, Query{Levels: AtLeast(level)}); len(p.Lines) != want {
			t.Errorf("%s: %d lines", level, len(p.Lines))
		}
	}
}

func TestRemainder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, seen, want string }{
		{"hello", "hel", "lo"}, {"hello", "", "hello"}, {"hello", "hello", ""}, {"20%", "10%", "20%"},
		{"\x1b[31mname: bob\x1b[0m", "\x1b[31mname: \x1b[0m", "bob\x1b[0m"},
	} {
		if got := remainder(c.text, c.seen); got != c.want {
			t.Errorf("%q after %q: %q", c.text, c.seen, got)
		}
	}
}

func TestReadEndsWithItsContext(t *testing.T) {
	t.Parallel()
	r := written(t, 1<<20, numbered(1, 10_000))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := Query{Direction: Forward, Grep: "no such line"}
	if _, err := new(Logs).readRun(ctx, living{r}, "r", q); err == nil {
		t.Error("it was read to its end")
	}
}

func TestUnwantedUnfinishedLineIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	r := written(t, 1<<20, "line 1\nname? ")
	m, err := new(Logs).newMerge(Query{Direction: Forward, Grep: "line"}, 10, pageBytes)
	if err != nil {
		t.Fatal(err)
	}
	src := m.add(app.Ref{}, app.Position{Run: "r"})
	src.log, src.only, src.quiet, m.ends = living{r}, true, true, true
	if p, err := m.read(t.Context(), 0); err != nil || len(p.Lines) != 1 || src.quietIn() <= 0 {
		t.Fatalf("%+v, %v, quiet in %v", p, err, src.quietIn())
	}
	src.partSeen = time.Now().Add(-quietAfter)
	if p, err := m.read(t.Context(), 0); err != nil || len(p.Lines) != 0 || src.quietIn() >= 0 {
		t.Errorf("%+v, %v, quiet in %v", p, err, src.quietIn())
	}
}

func TestSqueezeLeavesOneOfSeveralBlankLines(t *testing.T) {
	r := written(t, 1<<20, "clear"+strings.Repeat("\n \x1b[0m", 60)+"\nready\n\n\nagain\n")
	for _, d := range []Direction{Backward, Forward} {
		p := read(t, r, Query{Squeeze: true, Direction: d, Limit: 10})
		var got []string
		for l := range p.All() {
			got = append(got, strings.TrimSpace(l.Text))
		}
		if want := []string{"clear", "", "ready", "", "again"}; !slices.Equal(got, want) {
			t.Errorf("%v: %q", d, got)
		}
	}
}

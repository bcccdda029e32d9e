package app

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/app/transcript"
)

func TestTimesAreReadAsPeopleWriteThem(t *testing.T) {
	zone := time.FixedZone("", 2*3600)
	now := time.Date(2026, 8, 1, 12, 0, 0, 0, zone)
	for text, want := range map[string]time.Time{
		"":                          {},
		"5m":                        now.Add(-5 * time.Minute),
		"1h30m":                     now.Add(-90 * time.Minute),
		"2d":                        now.Add(-48 * time.Hour),
		"0s":                        now,
		"2026-08-01T10:00:00Z":      now,
		"2026-08-01T10:00:00.5Z":    now.Add(500 * time.Millisecond),
		"2026-08-01T12:00:00+02:00": now,
		"2026-08-01 11:30":          now.Add(-30 * time.Minute),
		"2026-08-01":                now.Add(-12 * time.Hour),
	} {
		if got, err := ParseTime(now, text); err != nil || !got.Equal(want) {
			t.Errorf("%q: %v %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"-5m", "5", "m", "-1d", "99999999d", "yesterday", "2026-13-01", "5m ", "NaNd"} {
		if got, err := ParseTime(now, text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func FuzzParseCursor(f *testing.F) {
	for _, s := range []string{"abc:1", "abc:", ":1", "a:b:1", "../x:1", "abc:-1", "abc:99999999999999999999", "abc:+1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		run, seq, err := ParseCursor(s)
		if err != nil {
			return
		}
		if seq < 0 || run == "" || strings.ContainsAny(run, "/\\.: \x00") {
			t.Errorf("%q: %q %d", s, run, seq)
		}
		if again, n, err := ParseCursor(Cursor(run, seq)); again != run || n != seq || err != nil {
			t.Errorf("%q does not come back", s)
		}
	})
}

func FuzzParseTime(f *testing.F) {
	for _, s := range []string{"5m", "1d", "2026-08-01T10:00:00Z", "", "1e9h", "9999999h"} {
		f.Add(s)
	}
	now := time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, s string) {
		if at, ok := parseAgo(s); ok && (at < 0 || now.Add(-at).After(now)) {
			t.Errorf("%q is in the future", s)
		}
		_, _ = ParseTime(now, s)
	})
}

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

func read(t *testing.T, r lines, q LogQuery) LogPage {
	t.Helper()
	f, err := newFilter(q)
	if err != nil {
		t.Fatal(err)
	}
	if q.Before == 0 {
		q.Before = math.MaxInt64
	}
	p, err := readPage(t.Context(), r, "r", q, f, false)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLinesThatTheCapDroppedAreAGap(t *testing.T) {
	r := written(t, 16384, numbered(1, 10_000))
	first := r.Bounds().First
	if first < 2 {
		t.Fatal("nothing was dropped")
	}
	p := read(t, r, LogQuery{Forward: true, After: 10, Limit: 5})
	if len(p.Gaps) != 1 || p.Gaps[0] != (Gap{11, first - 1}) || len(p.Lines) != 5 || p.Lines[0].Seq != first {
		t.Errorf("%+v", p)
	}
	if p := read(t, r, LogQuery{Tail: 3}); len(p.Gaps) != 0 || p.Lines[2].Text != "line 10000" {
		t.Errorf("%+v", p)
	}
}

func TestContextIsTheSameInBothDirections(t *testing.T) {
	r := written(t, 1<<20, numbered(1, 500))
	for _, n := range []int{0, 1, 3} {
		q := LogQuery{Grep: "line (10|12|13|400|499)$", Regex: true, Context: n}
		back := read(t, r, q)
		q.Forward = true
		if ahead := read(t, r, q); !slices.Equal(back.Lines, ahead.Lines) || len(ahead.Lines) < 5 {
			t.Errorf("context %d: %d and %d lines", n, len(back.Lines), len(ahead.Lines))
		}
	}
}

func TestPagesJoinWithoutLossOrDoubles(t *testing.T) {
	r := written(t, 1<<20, numbered(1, 5000)+"half")
	var got []int64
	for after := int64(0); ; {
		p := read(t, r, LogQuery{Forward: true, After: after, Limit: 77})
		for _, l := range p.Lines {
			if !l.Partial {
				got = append(got, l.Seq)
			}
		}
		_, after, _ = ParseCursor(p.Cursor)
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

func TestAHugePageIsCutBetweenLines(t *testing.T) {
	r := written(t, 64<<20, strings.Repeat(strings.Repeat("x", 60_000)+"\n", 200))
	p := read(t, r, LogQuery{Forward: true, Limit: 200})
	if len(p.Lines) == 200 || !p.More || p.Left == "" || len(p.Lines) < 10 {
		t.Errorf("%d lines, more %v", len(p.Lines), p.More)
	}
	if p := read(t, r, LogQuery{Tail: 200}); len(p.Lines) == 200 || p.Left == "" || p.Lines[len(p.Lines)-1].Seq != 200 {
		t.Errorf("%d lines, left %q", len(p.Lines), p.Left)
	}
}

func TestLevelsAreAtLeast(t *testing.T) {
	r := written(t, 1<<20, "DEBUG a\nINFO b\nWARN c\nERROR d\nplain\n")
	for level, want := range map[string]int{"error": 1, "warn": 2, "info": 3, "debug": 4, "": 5} {
		if p := read(t, r, LogQuery{Level: level}); len(p.Lines) != want {
			t.Errorf("%s: %d lines", level, len(p.Lines))
		}
	}
}

func TestTheRestOfALineIsWhatIsNew(t *testing.T) {
	for _, c := range []struct{ text, seen, want string }{
		{"hello", "hel", "lo"}, {"hello", "", "hello"}, {"hello", "hello", ""}, {"20%", "10%", "20%"},
		{"\x1b[31mname: bob\x1b[0m", "\x1b[31mname: \x1b[0m", "bob\x1b[0m"},
	} {
		if got := remainder(c.text, c.seen); got != c.want {
			t.Errorf("%q after %q: %q", c.text, c.seen, got)
		}
	}
}

func TestAReadThatNobodyWaitsForEnds(t *testing.T) {
	r := written(t, 1<<20, numbered(1, 10_000))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := LogQuery{Forward: true, Before: math.MaxInt64, Grep: "no such line"}
	f, _ := newFilter(q)
	if _, err := readPage(ctx, r, "r", q, f, false); err == nil {
		t.Error("it was read to its end")
	}
}

func TestQuietIsWhenNothingIsPrintedForAWhile(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("shop", "servers:\n  web: {command: FC slowlines 30 100ms}\n"), "web"}
	w.mustStart(ref)
	got, err := w.sup.WaitFor(context.Background(), WaitQuery{Ref: ref, Until: UntilQuiet, Timeout: patience})
	if err != nil || !got.Met {
		t.Fatalf("%+v %v", got, err)
	}
	page, err := w.sup.Logs(context.Background(), LogQuery{Ref: ref})
	if err != nil || len(page.Lines) != 30 {
		t.Errorf("it was not quiet yet: %d lines, %v", len(page.Lines), err)
	}
	got, err = w.sup.WaitFor(context.Background(), WaitQuery{Ref: ref, Until: UntilQuiet, Timeout: time.Millisecond})
	if err != nil || got.Met {
		t.Errorf("%+v %v", got, err)
	}
}

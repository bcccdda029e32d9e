package logs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/transcript"
)

// mixed is n lines of which few state a level.
func mixed(n int) string {
	var b strings.Builder
	for i := range n {
		switch {
		case i%997 == 0:
			fmt.Fprintf(&b, "ERROR no order %d\n", i)
		case i%1501 == 3:
			fmt.Fprintf(&b, "\x1b[33mWARN\x1b[0m slow %d\r\n", i)
		case i%211 == 5:
			fmt.Fprintf(&b, "12:00:01 INFO the error page of %d\n", i)
		default:
			fmt.Fprintf(&b, "GET /error/%d 200\n", i)
		}
	}
	return b.String()
}

// paged reads all pages of q, and returns the lines in their order.
func paged(t *testing.T, r *transcript.Reader, q Query) (all []string) {
	t.Helper()
	for {
		page := read(t, r, q)
		var lines []string
		for _, l := range page.Lines {
			lines = append(lines, fmt.Sprintf("%d %q %s %v", l.Seq, l.Text, l.Level, l.Match))
		}
		if len(page.Gaps) > 0 {
			t.Fatalf("%+v", page.Gaps)
		}
		if q.Direction == Forward {
			all = append(all, lines...)
			_, q.After, _ = app.ParseCursor(page.Cursor)
		} else {
			all = append(lines, all...)
			if len(page.Lines) > 0 {
				q.Before = page.Lines[0].Seq
			}
		}
		if page.Left == "" {
			return all
		}
	}
}

func TestLevelsAreFoundAsByReading(t *testing.T) {
	t.Parallel()
	const lines = 30_000
	r := written(t, 16<<20, mixed(lines)+"ERROR unfinished")
	var all []string
	for _, l := range paged(t, r, Query{Direction: Forward, Limit: MaxLimit}) {
		if strings.Contains(l, `" error `) || strings.Contains(l, `" warn `) {
			all = append(all, l)
		}
	}
	if len(all) != 31+20+1 {
		t.Fatal(len(all), "lines")
	}
	for _, limit := range []int{1, 7, 1000} {
		for _, direction := range []Direction{Backward, Forward} {
			if got := paged(t, r, Query{Levels: []string{"error", "warn"}, Direction: direction,
				Limit: limit}); !slices.Equal(got, all) {
				t.Errorf("limit %d, direction %d: %d lines, want %d:\n%s", limit, direction, len(got), len(all),
					strings.Join(got, "\n"))
			}
		}
	}
	near := read(t, r, Query{Levels: []string{"error"}, Context: 1, Limit: 2})
	var seqs []int64
	for _, l := range near.Lines {
		seqs = append(seqs, l.Seq)
	}
	if want := []int64{29910, 29911, 29912, 30000, 30001}; !slices.Equal(seqs, want) {
		t.Errorf("with a line around each: %v, want %v", seqs, want)
	}
}

// TestForwardSearchAgreesWithReading: a text is found in the same lines from either end.
func TestForwardSearchAgreesWithReading(t *testing.T) {
	t.Parallel()
	r := written(t, 16<<20, mixed(30_000))
	for _, grep := range []string{"WARN", "error", "/12", "is not there"} {
		for _, limit := range []int{1, 300} {
			q := Query{Grep: grep, Limit: limit, After: 100, Before: 29_000}
			back := read(t, r, Query{Grep: grep, Limit: MaxLimit, After: 100, Before: 29_000})
			q.Direction = Forward
			var want []string
			for _, l := range back.Lines {
				want = append(want, fmt.Sprintf("%d %q %s %v", l.Seq, l.Text, l.Level, l.Match))
			}
			if limit == 1 && len(want) > 50 {
				continue
			}
			if got := paged(t, r, q); len(back.Lines) < MaxLimit && !slices.Equal(got, want) {
				t.Errorf("%s, limit %d: %d lines, want %d", grep, limit, len(got), len(want))
			}
		}
	}
}

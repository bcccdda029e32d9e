package app

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseTime(t *testing.T) {
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

func TestFold(t *testing.T) {
	line := func(server string, seq int64, text string) MergedLine {
		return MergedLine{LogLine: LogLine{Server: server, Run: server, Seq: seq, Text: text}}
	}
	got := Fold([]MergedLine{
		line("a", 1, "[01:02:03] GET /"), line("a", 2, "[01:02:04] GET /"), line("a", 3, "[01:02:05] GET /x"),
		line("b", 1, "tick 1"), line("b", 2, "tick 2"), line("b", 3, "tick 2"), line("a", 4, "tick 2"),
		line("a", 6, "tick 2"),
	})
	var times []int
	for _, l := range got {
		times = append(times, l.Times)
	}
	if !slices.Equal(times, []int{2, 1, 1, 2, 1, 1}) || got[0].Last != 2 {
		t.Errorf("folded to %v", times)
	}
}

func FuzzMergeCursor(f *testing.F) {
	f.Add("shop/web:k3x9a:12,shop/api::0")
	f.Add("a/b:c:-1")
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ParseMergeCursor(s)
		if err != nil {
			return
		}
		again, err := ParseMergeCursor(c.String())
		if err != nil || again.String() != c.String() {
			t.Errorf("%q became %q: %v", s, c, err)
		}
	})
}

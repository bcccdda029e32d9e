package transcript

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"devservers/app/transcript/text"
)

// find collects the results of Search in a slice.
func find(t testing.TB, r *Reader, q Search) (out []piece) {
	t.Helper()
	err := r.Search(context.Background(), q, func(l Line) bool {
		out = append(out, pieces([]Line{l})...)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// findSlowly is the oracle: it reads all lines and checks each.
func findSlowly(t testing.TB, r *Reader, q Search) (out []piece) {
	t.Helper()
	fold := func(s string) string { return s }
	if q.IgnoreCase {
		fold = strings.ToLower
	}
	for _, l := range slices.Backward(forward(t, r, Limit{})) {
		text := string(text.StripANSI(nil, l.Text))
		ok := strings.Contains(fold(text), fold(q.Literal)) && (q.Regexp == nil || q.Regexp.Match([]byte(text))) &&
			(q.Levels == 0 || levelOf(l.Text) == "error") &&
			l.Seq > q.After && (q.Before == 0 || l.Seq < q.Before) &&
			(q.Since.IsZero() || !l.Time.Before(q.Since)) && (q.Until.IsZero() || l.Time.Before(q.Until))
		if ok && (q.Limit == 0 || len(out) < q.Limit) {
			out = append(out, pieces([]Line{l})...)
		}
	}
	return out
}

func levelsOf(names ...string) text.Levels { return text.LevelsOf(names) }

func levelOf(raw []byte) string { return text.Level(text.Plain(raw)) }

func TestSearchAgreesWithAFullScan(t *testing.T) {
	t.Parallel()
	words := []string{"GET", "get", "/api", "error", "Error:", "\x1b[31mred\x1b[0m", "e\x1b[1mrr\x1b[mor", "\n", "\n",
		"\r\n", " ", "ab", "\x00", "\xff", "ſ", "é", "É", "k", "\x1b]0;title\x07"}
	exprs := []string{"err", "(?i)ERR", "e.r", "(get|GET) /", "^GET", "api$", "[a-z]+", "(?i)k", "(?i)S", "x*", "é|ab",
		"(ab){2}", "\\x{FFFD}"}
	rapid.Check(t, func(rt *rapid.T) {
		maxLine := rapid.IntRange(8, 60).Draw(rt, "maxLine")
		o := Options{Segment: int64(rapid.IntRange(maxLine, 300).Draw(rt, "segment")),
			Cap:     int64(rapid.IntRange(1000, 5000).Draw(rt, "cap")),
			maxLine: int64(maxLine), Now: clock(4 * time.Millisecond)}
		w, r, _ := create(t, o)
		defer r.Close()
		printed := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 600).Draw(rt, "text"), "")
		for chunk := rapid.IntRange(1, 200).Draw(rt, "chunk"); len(printed) > 0; {
			n := min(len(printed), 10*chunk)
			print(w, []byte(printed[:n]), chunk)
			printed = printed[n:]
			if rapid.IntRange(0, 3).Draw(rt, "lose?") == 0 { // as with a full disk
				w.lose([]byte("lost\nlos"), syscall.ENOSPC)
				w.live.publish(&w.st)
			}
		}
		all := pieces(forward(t, r, Limit{}))
		if d := cmp.Diff(all, pieces(backward(t, r, Limit{Lines: 4})), ours); d != "" {
			rt.Fatalf("Before: %s", d)
		}
		for i, p := range all {
			if i > 0 && p.seq <= all[i-1].seq || p.partial && i < len(all)-1 {
				rt.Fatalf("line %+v after %+v", p, all[i-1])
			}
		}
		q := Search{IgnoreCase: rapid.Bool().Draw(rt, "fold"), Limit: rapid.IntRange(0, 20).Draw(rt, "limit"),
			After: int64(rapid.IntRange(0, 50).Draw(rt, "after")), Before: int64(rapid.IntRange(0, 300).Draw(rt, "before"))}
		if rapid.Bool().Draw(rt, "literal?") {
			q.Literal = rapid.SampledFrom([]string{"e", "err", "error", "get /", "/api", "é", "zz", "red", "\x00"}).Draw(rt,
				"literal")
			q.IgnoreCase = q.IgnoreCase && q.Literal != "é"
		}
		if rapid.Bool().Draw(rt, "regexp?") {
			q.Regexp = text.NewPattern(regexp.MustCompile(rapid.SampledFrom(exprs).Draw(rt, "expr")))
		}
		if rapid.Bool().Draw(rt, "levels?") {
			q.Levels = levelsOf("error")
		}
		at := func(name string) time.Time {
			return time.UnixMilli(1_700_000_000_000).Add(time.Duration(rapid.IntRange(0, 2000).Draw(rt,
				name)) * time.Millisecond / 2)
		}
		if rapid.Bool().Draw(rt, "time?") {
			q.Since, q.Until = at("since"), at("until")
		}
		if d := cmp.Diff(findSlowly(t, r, q), find(t, r, q), ours); d != "" {
			rt.Fatalf("%+v: %s", q, d)
		}
		w.Close()
	})
}

func TestSearchYieldsNewestFirstAndStopsOnRequest(t *testing.T) {
	t.Parallel()
	w, r, _ := create(t, Options{Segment: 1 << 20})
	var printed []byte
	for i := range 60_000 {
		printed = fmt.Appendf(printed, "%06d %s needle%d\n", i+1, strings.Repeat("-", i%90), i%1000)
	}
	print(w, printed, 4096)
	q := Search{Regexp: text.NewPattern(regexp.MustCompile("needle7$"))}
	if d := cmp.Diff(findSlowly(t, r, q), find(t, r, q), ours); d != "" {
		t.Error(d)
	}
	seen := 0
	r.Search(context.Background(), q, func(Line) bool { seen++; return seen < 3 })
	if seen != 3 {
		t.Errorf("yield was called %d times after it said stop at 3", seen)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := r.Search(ctx, q, func(Line) bool { return true }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

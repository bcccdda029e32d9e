package transcript

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestFollowerReadsTheSameAtItsMark compares a reader that continues where it was with one that has just been opened,
// while lines come whole and in parts, get lost, and are dropped.
func TestFollowerReadsTheSameAtItsMark(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 1))
		now := time.UnixMilli(1_700_000_000_000)
		w, r, dir := create(t, Options{Segment: 700, Cap: 2000, Now: func() time.Time { return now }})
		marked := 0
		for cursor, step := int64(0), 0; step < 300; step++ {
			now = now.Add(time.Duration(random.IntN(15)) * time.Millisecond)
			switch random.IntN(12) {
			case 0:
				w.lose([]byte("lost\nlines\n"), errDamaged)
				w.live.publish(&w.st)
			case 1:
				print(w, []byte("part of a line, "), 100)
			default:
				print(w, []byte(strings.Repeat("a line\n", random.IntN(20))), 1+random.IntN(200))
			}
			limit := Limit{Lines: 1 + random.IntN(30)}
			if r.mark.seq == cursor && cursor > 0 {
				marked++
			}
			got, err := r.After(cursor, limit)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(fresh(t, dir, cursor, limit), got); diff != "" {
				t.Fatalf("seed %d, step %d, after %d: %s", seed, step, cursor, diff)
			}
			cursor = last(got, cursor)
		}
		if marked < 100 {
			t.Errorf("seed %d: it continued at its mark %d times only", seed, marked)
		}
		if _, err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}

// fresh is After of a reader without a mark.
func fresh(t *testing.T, dir string, seq int64, limit Limit) Page {
	t.Helper()
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p, err := r.After(seq, limit)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// last returns the cursor behind a page.
func last(p Page, cursor int64) int64 {
	if p.Gap != nil {
		cursor = p.Gap.To
	}
	for _, l := range p.Lines {
		if !l.Partial {
			cursor = l.Seq
		}
	}
	return cursor
}

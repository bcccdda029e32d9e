package logs

import (
	"testing"
	"time"
)

func TestSearchReadsOnlyRunsThatCanHoldTheNewestHits(t *testing.T) {
	w := printed(t, twoTasks, "a")
	time.Sleep(1100 * time.Millisecond) // the last write of a run may be a second later than it says
	w.run("b")
	for limit, want := range map[int]int{10: 1, 1000: 2} {
		p, err := w.logs.Search(t.Context(), Query{Grep: "line", Limit: limit})
		if err != nil || p.Runs != want || len(p.Hits) != min(limit, 1000) {
			t.Errorf("limit %d: %d hits in %d runs, %v", limit, len(p.Hits), p.Runs, err)
		}
		if p.More != (limit == 10) || p.More != (p.Left != "") {
			t.Errorf("limit %d: more %v, left %q", limit, p.More, p.Left)
		}
	}
}

// TestSearchIgnoresTheCaseOfAllLetters: bytes can be compared for ASCII alone.
func TestSearchIgnoresTheCaseOfAllLetters(t *testing.T) {
	t.Parallel()
	w := printed(t, "tasks:\n  a: {command: FC crash 0 LA CAFÉTÉRIA}\n", "a")
	for grep, hits := range map[string]int{"cafétéria": 1, "la caf": 1, "cafeteria": 0} {
		p, err := w.logs.Search(t.Context(), Query{Grep: grep, IgnoreCase: true, Limit: 10})
		if err != nil || len(p.Hits) != hits {
			t.Errorf("%s: %+v, %v", grep, p.Hits, err)
		}
	}
}

package parse

import (
	"strings"
	"testing"
)

// TestEachCueIsFound compares the search for all cues at once with a search for each.
func TestEachCueIsFound(t *testing.T) {
	for i, p := range All {
		for _, cue := range p.cues() {
			for _, text := range []string{cue, "x" + cue, cue[:1] + cue + "  y", strings.Repeat(cue[:len(cue)-1], 2) + cue} {
				want := Set(0)
				for j, q := range All {
					for _, c := range q.cues() {
						if strings.Contains(text, c) {
							want |= 1 << j
						}
					}
				}
				if got := allCues().in([]byte(text)); got != want || got&(1<<i) == 0 {
					t.Errorf("%q: %b, want %b", text, got, want)
				}
			}
		}
	}
}

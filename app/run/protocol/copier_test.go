package protocol

import (
	"testing"
	"time"
)

func TestRestGrowsOnlyWhileAServerPrintsALittle(t *testing.T) {
	t.Parallel()
	const gap = 5 * time.Millisecond
	for _, c := range []struct {
		name  string
		rest  time.Duration
		n     int
		since time.Duration
		want  time.Duration
	}{
		{"the first lines", 0, 100, gap, restTime},
		{"lines without a pause", 0, 100, gap / 100, 0},
		{"a large read", 0, 4000, gap, 0},
		{"a few lines after a rest", restTime, 800, restTime, longRest},
		{"more of them", longRest, 2500, longRest, longRest * 2048 / 2500},
		{"nearly too many", restTime, 2900, restTime, restTime},
		{"a flood", longRest, 4000, longRest, 0},
		{"a line after silence", longRest, 100, time.Second, restTime},
	} {
		if got := nextRest(c.rest, c.n, c.since); got != c.want {
			t.Errorf("%s: rests for %v, not %v", c.name, got, c.want)
		}
	}
}

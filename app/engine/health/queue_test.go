package health

import (
	"testing"
	"time"
)

func TestALoopTakesOnlyTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		taken effort
		want  bool
	}{
		"a loop":                          {effort{0, 1700 * time.Millisecond, 0}, false},
		"a loop that makes garbage":       {effort{512, 1700 * time.Millisecond, 10 * time.Millisecond}, false},
		"a loop beside many programs":     {effort{0, 200 * time.Millisecond, 0}, false},
		"a compiler":                      {effort{9000, 1100 * time.Millisecond, 40 * time.Millisecond}, true},
		"a compiler beside many":          {effort{655, 480 * time.Millisecond, 10 * time.Millisecond}, true},
		"one that reads many files":       {effort{20, 900 * time.Millisecond, 300 * time.Millisecond}, true},
		"one that was not let do a thing": {effort{0, 40 * time.Millisecond, 0}, true},
	} {
		before := effort{7, time.Hour, time.Minute}
		now := effort{before.faults + c.taken.faults, before.cpu + c.taken.cpu, before.system + c.taken.system}
		if got := now.progressed(before); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

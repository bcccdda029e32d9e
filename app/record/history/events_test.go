package history

import (
	"testing"
	"time"

	"devservers/app"
)

func TestLogKeepsTheLastEvents(t *testing.T) {
	c := NewEvents(time.Unix(1, 0))
	for range keptEvents + 10 {
		c.Add(app.Event{})
	}
	first := time.Unix(1, 0).UnixMicro()
	for _, x := range []struct {
		after, from, lost int64
	}{
		{0, first + 10, 0}, {first - 1, first + 10, 10}, {first + 4, first + 10, 5}, {first + 9, first + 10, 0},
		{first + 500, first + 501, 0},
		{first + keptEvents + 9, 0, 0}, {first + keptEvents + 10, first + 10, 0},
	} {
		list, lost, _ := c.since(x.after)
		var from int64
		if len(list) > 0 {
			from = list[0].Number
		}
		if from != x.from || lost != x.lost {
			t.Errorf("after %d: from %d with %d lost, want %d and %d", x.after-first, from-first, lost, x.from-first, x.lost)
		}
	}
}

package acks

import (
	"fmt"
	"testing"

	"devservers/app/transcript"
)

// TestOracleDetectsEachKindOfFault checks the oracle itself: a test that can't fail proves nothing.
func TestOracleDetectsEachKindOfFault(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		last, acked   int
		torn          string
		lost, doubled int
		faulty        bool
	}{
		"whole":           {last: 9, acked: 9},
		"one more":        {last: 10, acked: 9},
		"torn":            {last: 9, acked: 9, torn: "ack 1"},
		"torn and other":  {last: 9, acked: 9, torn: "ack 7", faulty: true},
		"lost at the end": {last: 7, acked: 9, lost: 2},
		"from nowhere":    {last: 12, acked: 9, doubled: 2},
	} {
		o := &Oracle{Server: name}
		o.settle(&ackRun{last: c.last, torn: c.torn}, c.acked)
		if o.Lost != c.lost || o.Doubled != c.doubled || (len(o.Faults) > 0) != (c.faulty || c.lost+c.doubled > 0) {
			t.Errorf("%s: %d lost, %d doubled: %q", name, o.Lost, o.Doubled, o.Faults)
		}
	}
}

// TestOracleLetsFullRunsRetireLines gives it a run that keeps 64 KB and prints more between two looks, whole or with a
// hole.
func TestOracleLetsFullRunsRetireLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		hole   int   // numbers that are not printed
		cap    int64 // of which the Oracle knows
		faults int
	}{
		"whole":                {cap: 64 << 10},
		"a hole behind":        {cap: 64 << 10, hole: 3, faults: 1},
		"more than it retires": {cap: 1 << 20, faults: 2},
	} {
		dir := t.TempDir()
		w, err := transcript.Create(dir+"/1", transcript.Options{Cap: 64 << 10, Segment: 8 << 10})
		if err != nil {
			t.Fatal(err)
		}
		o := New(name, dir, dir+"/acked")
		o.Cap = c.cap
		say(w, 1, 10)
		o.Read()
		say(w, 11+c.hole, 20_000)
		o.Read()
		if len(o.Faults) != c.faults {
			t.Errorf("%s: %q", name, o.Faults)
		}
		if _, err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}

// say writes the lines of a server with the numbers from to to.
func say(w *transcript.Writer, from, to int) {
	for n := from; n <= to; n++ {
		w.Commit(copy(w.Buffer(), fmt.Sprintf("ack %d\n", n)))
	}
}

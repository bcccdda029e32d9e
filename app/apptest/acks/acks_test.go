package acks

import "testing"

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

package cli

import "testing"

// TestMemoryIsGivenBackAfterWork: also while the looks at servers allocate something at each moment.
func TestMemoryIsGivenBackAfterWork(t *testing.T) {
	t.Parallel()
	var f footprint
	const mb = 1 << 20
	for i, c := range []struct {
		held, allocated uint64
		rests           bool
	}{
		{30 * mb, 24 * mb, false},   // the first look
		{32 * mb, 26 * mb, true},    // it has begun, and looks at servers
		{20 * mb, 28 * mb, false},   // it needs no more
		{260 * mb, 900 * mb, false}, // it works
		{260 * mb, 930 * mb, true},  // it does little; much of it is still needed
		{150 * mb, 933 * mb, true},  // it no longer is
		{150 * mb, 934 * mb, false}, // it did not help: the next attempts come later
		{150 * mb, 935 * mb, true},
		{150 * mb, 936 * mb, false},
		{150 * mb, 960 * mb, true}, // it has worked
		{21 * mb, 963 * mb, false},
		{23 * mb, 965 * mb, false}, // little is to be had
	} {
		if got := f.rests(c.held, c.allocated); got != c.rests {
			t.Errorf("look %d: %v", i, got)
		}
	}
}

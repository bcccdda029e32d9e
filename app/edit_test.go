package app

import "testing"

// TestAnswersAreComparedWithTheOnesBefore: what was well and is an error now is broken. A login may be meant: that is
// neither broken nor ok.
func TestAnswersAreComparedWithTheOnesBefore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		was, is    int
		ok, failed bool
	}{
		{200, 200, true, false}, {302, 200, true, false}, {200, 404, false, true}, {200, 418, false, true},
		{200, 401, false, false}, {200, 403, false, false}, {401, 401, true, false}, {404, 404, true, false},
		{0, 401, false, false}, {0, 404, false, false}, {200, 503, false, true}, {0, 500, false, true},
		{200, 501, false, false}, {200, 429, false, false},
	} {
		r := &EditRequest{Path: "/", Was: c.was, Status: c.is}
		if r.OK() != c.ok || r.Failed() != c.failed {
			t.Errorf("%d, and %d before: ok %v, failed %v", c.is, c.was, r.OK(), r.Failed())
		}
	}
}

package supervisor_test

import (
	"strings"
	"testing"

	"devservers/app"
)

// TestServerWithoutAPortShowsWhereItListens opens a port after the server counts as ready.
func TestServerWithoutAPortShowsWhereItListens(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC listenlater 1500ms 127.0.0.1:0}\n"),
		Name: "web"}
	w.MustStart(ref)
	st := w.Until(ref, "a URL", func(st app.Status) bool { return st.URL != "" })
	if st.State != app.Ready || !strings.HasPrefix(st.URL, "http://localhost:") || st.Port != 0 {
		t.Errorf("%s at %q, port %d", st.State, st.URL, st.Port)
	}
}

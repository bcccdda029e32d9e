package logs

import (
	"testing"

	"devservers/tests/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }

// world is a manager whose servers' lines can be read.
type world struct {
	*apptest.World
	logs *Logs
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := apptest.New(t)
	return &world{w, New(w.Sup)}
}

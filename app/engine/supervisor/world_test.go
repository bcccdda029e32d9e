package supervisor_test

import (
	"context"
	"os"
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }

var asMe = supervisor.StartOptions{Actor: apptest.Me}

// world is one whose manager looks at files, and reads the environment of a login shell, as a test says.
type world struct {
	*apptest.World
	stat  func(string) (os.FileInfo, error)
	login func(context.Context, []string) ([]string, error)
}

func newWorld(t testing.TB) *world {
	t.Helper()
	w := new(world)
	w.World = apptest.New(t, func(o *supervisor.Options) { o.Stat, o.Login = w.stat, w.login })
	return w
}

// signal sends a signal to the command of a server.
func (w *world) signal(ref app.Ref, name string) error {
	c, err := w.Sup.Console(ref)
	if err != nil {
		return err
	}
	return c.Signal(name)
}

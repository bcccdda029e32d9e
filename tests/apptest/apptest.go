// Package apptest gives tests a Home of their own, with projects whose servers are real processes of the test binary
// (see fc), and a manager: a World has its Supervisor within the test, a Program is the real devservers. Only tests
// import it.
package apptest

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"go.uber.org/goleak"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/app/engine/supervisor"
	"devservers/tests/fc"
)

// Patience is how long a test waits for something that should happen soon, also on a busy machine.
const Patience = time.Minute

// Me is the actor of all requests of a World.
var Me = app.Actor{Kind: "cli", Client: "test"}

// Main is what TestMain of a package that uses a World calls: it makes the test binary also fc, and fails when
// goroutines are left.
func Main(m goleak.TestingM) {
	fc.Main(m)
}

// World is a Home with a manager's Supervisor in it.
type World struct {
	Home
	Sup *supervisor.Supervisor // nil while it is closed
	Env []string               // of the manager; nil = this process's
	Log io.Writer              // of the manager; nil = none

	change []func(*supervisor.Options)
}

// New makes a World and opens it; it is closed, and its servers stopped, when the test ends. The changes apply to the
// options of every Supervisor that the World opens.
func New(t testing.TB, changes ...func(*supervisor.Options)) *World {
	t.Helper()
	w := &World{Home: NewHome(t), change: changes}
	if err := w.Dirs.Make(); err != nil {
		t.Fatal(err)
	}
	w.Open()
	t.Cleanup(func() {
		if w.Sup != nil {
			w.Close(false)
		}
	})
	return w
}

// Open starts a manager's Supervisor on what is on disk.
func (w *World) Open() {
	w.T.Helper()
	global, err := settings.Open(w.Dirs.GlobalFile())
	if err != nil {
		w.T.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if w.Log != nil {
		log = slog.New(slog.NewTextHandler(w.Log, nil))
	}
	o := supervisor.Options{Dirs: w.Dirs, Global: global, URL: "http://localhost:7912", Env: w.Env, Log: log}
	for _, change := range w.change {
		change(&o)
	}
	if w.Sup, err = supervisor.New(context.Background(), o); err != nil {
		w.T.Fatal(err)
	}
}

// Close ends the Supervisor, and all servers unless keep.
func (w *World) Close(keep bool) {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	if err := w.Sup.Close(ctx, keep); err != nil {
		w.T.Error(err)
	}
	w.Sup = nil
}

// Project writes, registers and trusts a project, and returns its id.
func (w *World) Project(name, servers string) string {
	w.T.Helper()
	w.Write(name, servers)
	return w.Register(w.Path(name))
}

// Register registers and trusts the project of a directory, and returns its id.
func (w *World) Register(dir string) string {
	w.T.Helper()
	v, _, err := w.Sup.Register(dir)
	if err == nil {
		err = w.Sup.Files.Trust(v.ID, v.SHA256, Me)
	}
	if err != nil {
		w.T.Fatal(err)
	}
	return v.ID
}

// Trust trusts what a project's file says now.
func (w *World) Trust(id string) {
	w.T.Helper()
	v, err := w.Sup.Project(id)
	if err == nil {
		err = w.Sup.Files.Trust(id, v.SHA256, Me)
	}
	if err != nil {
		w.T.Fatal(err)
	}
}

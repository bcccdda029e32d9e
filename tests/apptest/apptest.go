// Package apptest gives tests a world: one user's home in a temporary directory with a manager's Supervisor in it, and
// servers that are real processes of the test binary (see fc). Only tests import it. Package app has the same for its
// own tests, which cannot import a package above it.
package apptest

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/config"
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

// World is one user's home with a manager's Supervisor in it.
type World struct {
	T    testing.TB
	Dirs home.Dirs
	Sup  *supervisor.Supervisor // nil while it is closed
	Env  []string               // of the manager; nil = this process's
	Log  io.Writer              // of the manager; nil = none

	change []func(*supervisor.Options)
}

// New makes a World and opens it; it is closed, and its servers stopped, when the test ends. The changes apply to the
// options of every Supervisor that the World opens.
func New(t testing.TB, changes ...func(*supervisor.Options)) *World {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &World{
		T: t,
		Dirs: home.Dirs{Home: dir, Config: dir + "/.config/devservers", State: dir + "/.state/devservers", Data: dir +
			"/.data"},
		change: changes,
	}
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

// Project writes, registers and trusts a project, and returns its id. Commands may say FC for this test binary as fc.
func (w *World) Project(name, servers string) string {
	w.T.Helper()
	dir := filepath.Join(w.Dirs.Home, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		w.T.Fatal(err)
	}
	w.Write(name, servers)
	v, _, err := w.Sup.Register(dir)
	if err != nil {
		w.T.Fatal(err)
	}
	if err := w.Sup.Files.Trust(v.ID, v.SHA256, Me); err != nil {
		w.T.Fatal(err)
	}
	return v.ID
}

// Write writes a project's devservers.yml, with FC replaced as in Project.
func (w *World) Write(name, servers string) {
	w.T.Helper()
	text := "project: " + name + "\n" + strings.ReplaceAll(servers, "FC", strings.Join(fc.Command(), " "))
	if err := os.WriteFile(filepath.Join(w.Dirs.Home, name, config.FileName), []byte(text), 0o644); err != nil {
		w.T.Fatal(err)
	}
}

// Files writes files into a project's directory, by their paths within it.
func (w *World) Files(project string, files map[string]string) {
	w.T.Helper()
	for name, text := range files {
		path := filepath.Join(w.Dirs.Home, project, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			w.T.Fatal(err)
		}
	}
}

// Script writes an executable shell script into a project, with FC replaced as in Project.
func (w *World) Script(project, name, lines string) {
	w.T.Helper()
	w.Files(project, map[string]string{name: "#!/bin/sh\n" +
		strings.ReplaceAll(lines, "FC", strings.Join(fc.Command(), " ")) + "\n"})
	if err := os.Chmod(filepath.Join(w.Dirs.Home, project, name), 0o755); err != nil {
		w.T.Fatal(err)
	}
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

package supervisor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/process"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/run/holder"
	"devservers/tests/fc"
)

func TestMain(m *testing.M) {
	holder.Branch()
	fc.Main(m)
}

const patience = time.Minute

var me = app.Actor{Kind: "cli", Client: "test"}

// world is one user's home with a manager's Supervisor in it.
type world struct {
	t     testing.TB
	dirs  home.Dirs
	sup   *Supervisor
	env   []string  // of the manager; nil = this process's
	log   io.Writer // of the manager; nil = none
	stat  func(string) (os.FileInfo, error)
	login func(context.Context, []string) ([]string, error)
}

func newWorld(t testing.TB) *world {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, dirs: home.Dirs{Home: dir, Config: dir + "/.config/devservers", State: dir + "/.state/devservers",
		Data: dir + "/.data"}}
	if err := w.dirs.Make(); err != nil {
		t.Fatal(err)
	}
	w.open()
	t.Cleanup(func() {
		if w.sup != nil {
			w.close(false)
		}
	})
	return w
}

// open starts a manager's Supervisor on the state on disk.
func (w *world) open() {
	w.t.Helper()
	global, err := settings.Open(w.dirs.GlobalFile())
	if err != nil {
		w.t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if w.log != nil {
		log = slog.New(slog.NewTextHandler(w.log, nil))
	}
	w.sup, err = New(context.Background(), Options{Dirs: w.dirs, Global: global, URL: "http://localhost:7912", Env: w.env,
		Login: w.login, Log: log, Stat: w.stat})
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) close(keep bool) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := w.sup.Close(ctx, keep); err != nil {
		w.t.Error(err)
	}
	w.sup = nil
}

// project writes and registers a project. FC in its commands stands for this test binary as fc.
func (w *world) project(name, servers string) string {
	w.t.Helper()
	dir := filepath.Join(w.dirs.Home, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		w.t.Fatal(err)
	}
	w.write(name, servers)
	v, _, err := w.sup.Register(dir)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := w.sup.Files.Trust(v.ID, v.SHA256, me); err != nil {
		w.t.Fatal(err)
	}
	return v.ID
}

func (w *world) write(name, servers string) {
	w.t.Helper()
	text := "project: " + name + "\n" + strings.ReplaceAll(servers, "FC", strings.Join(fc.Command(), " "))
	if err := os.WriteFile(filepath.Join(w.dirs.Home, name, config.FileName), []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) trust(id string) {
	w.t.Helper()
	v, err := w.sup.Project(id)
	if err == nil {
		err = w.sup.Files.Trust(id, v.SHA256, me)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) start(ref app.Ref) (app.Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return w.sup.Start(ctx, ref, StartOptions{Actor: me})
}

func (w *world) mustStart(ref app.Ref) app.Result {
	w.t.Helper()
	r, err := w.start(ref)
	if err != nil {
		w.t.Fatalf("cannot start %s: %v\n%+v", ref, err, err)
	}
	return r
}

func (w *world) stop(ref app.Ref) app.Result {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := w.sup.Stop(ctx, ref, StartOptions{Actor: me})
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// until waits until the status of a server is as wanted.
func (w *world) until(ref app.Ref, what string, is func(app.Status) bool) app.Status {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		changed := w.sup.Changed()
		st, err := w.sup.Status(ref)
		if err != nil {
			w.t.Fatal(err)
		}
		if is(st) {
			return st
		}
		select {
		case <-changed:
		case <-ctx.Done():
			w.t.Fatalf("timed out waiting for %s %s: %+v", ref, what, st)
		}
	}
}

func failure(t testing.TB, err error, code app.Code) *app.Error {
	t.Helper()
	var e *app.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Fatalf("error %v (%T), want %s", err, err, code)
	}
	return e
}

// none fails the test if a process of the project's runs is left.
func (w *world) none() {
	w.t.Helper()
	all, err := process.Listing()
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range all {
		env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.PID))
		if p.State != 'Z' && strings.Contains(string(env), "HOME="+w.dirs.Home+"\x00") {
			w.t.Errorf("process %d is left", p.PID)
		}
	}
}

// signal sends a signal to the command of a server.
func (w *world) signal(ref app.Ref, name string) error {
	c, err := w.sup.Console(ref)
	if err != nil {
		return err
	}
	return c.Signal(name)
}

package supervisor_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/server"
	"devservers/app/engine/supervisor"
	"devservers/app/run"
	"devservers/app/run/protocol"
	"devservers/tests/apptest"
)

// living starts a server, ends the manager and leaves it running. It returns its last record.
func (w *world) living(ref app.Ref) protocol.Record {
	w.T.Helper()
	w.MustStart(ref)
	r, err := w.Sup.ServerRun(ref)
	if err != nil {
		w.T.Fatal(err)
	}
	rec := r.Run.Record()
	w.Close(true)
	return rec
}

// same fails the test unless the server still is the process of rec, and stops it.
func (w *world) same(ref app.Ref, rec protocol.Record) {
	w.T.Helper()
	st := w.Until(ref, "is adopted", func(s app.Status) bool { return s.State.Up() })
	if st.PID != rec.Leader.PID || !rec.Leader.Alive() {
		w.T.Errorf("%+v, want PID %d", st, rec.Leader.PID)
	}
	if r := w.Stop(ref); r.State != app.Stopped || rec.Leader.Alive() {
		w.T.Errorf("stopped: %+v", r)
	}
	w.NoneLeft()
}

func TestFrozenHolderDelaysNoOtherServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", "servers:\n  web: {command: FC say hi}\n  api: {command: FC say hi}\n")
	web, api := app.Ref{Project: id, Name: "web"}, app.Ref{Project: id, Name: "api"}
	w.MustStart(api)
	rec := w.living(web)
	if err := rec.Holder.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for p, err := process.Read(rec.Holder.PID); err == nil && p.State != 'T'; p, err = process.Read(rec.Holder.PID) {
		time.Sleep(time.Millisecond)
	}
	defer func() { _ = rec.Holder.Signal(syscall.SIGCONT) }()
	w.Open()
	w.MustStart(api)
	w.Stop(api)
	st := w.Until(web, "is shown as silent", func(s app.Status) bool {
		return strings.Contains(s.Reason,
			"has not answered since")
	})
	if st.PID != rec.Leader.PID {
		t.Errorf("%+v", st)
	}
	if err := rec.Holder.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	w.Until(web, "answers", func(s app.Status) bool { return s.Reason == "" || !strings.Contains(s.Reason, "answered") })
	w.same(web, rec)
}

func TestLivingRunWithALowerIDIsFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC say hi}\n"), Name: "web"}
	old := w.MustStart(ref).Run
	w.Stop(ref)
	rec := w.living(ref)
	later := run.NewID(time.Now().AddDate(1, 0, 0)) // as if the clock had been set back since
	dir := filepath.Join(w.Dirs.RunsDir(), "shop", "web")
	if err := os.Rename(filepath.Join(dir, old), filepath.Join(dir, later)); err != nil {
		t.Fatal(err)
	}
	w.Open()
	w.same(ref, rec)
	if next := w.MustStart(ref).Run; next <= later {
		t.Errorf("%s follows %s", next, later)
	}
}

func TestStateFolderRemovedWithoutManager(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(runs string) error{
		"runs":   os.RemoveAll,
		"state":  func(runs string) error { return os.RemoveAll(filepath.Dir(runs)) },
		"record": func(runs string) error { return os.Truncate(record(runs), 0) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC say hi}\n"), Name: "web"}
			rec := w.living(ref)
			if err := remove(w.Dirs.RunsDir()); err != nil && !errors.Is(err, syscall.ENOTEMPTY) {
				t.Fatal(err)
			}
			if err := w.Dirs.Make(); err != nil {
				t.Fatal(err)
			}
			w.Open()
			w.same(ref, rec)
		})
	}
}

func record(runs string) string {
	found, _ := filepath.Glob(filepath.Join(runs, "*", "*", "*", "run.json"))
	return found[0]
}

func TestLostConfigEndsNoServer(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(file string) error{
		"emptied": func(file string) error { return os.Truncate(file, 0) },
		"missing": os.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC say hi}\n  api: {command: FC say hi}\n"),
				Name: "web"}
			rec := w.living(ref)
			if err := lose(w.Dirs.GlobalFile()); err != nil {
				t.Fatal(err)
			}
			w.Open()
			st := w.Until(ref, "is adopted", func(s app.Status) bool { return s.State.Up() })
			v, err := w.Sup.Project("shop")
			if err != nil || v.Problem == nil || !strings.Contains(v.Problem.Detail, "not registered") ||
				st.PID != rec.Leader.PID {
				t.Fatalf("%+v, %v, %+v", v, err, st)
			}
			_, err = w.Start(app.Ref{Project: "shop", Name: "api"})
			apptest.Failure(t, err, app.CodeUnregistered)
			if _, fresh, err := w.Sup.Register(v.Path); err != nil || !fresh {
				t.Fatal(err)
			}
			w.MustStart(app.Ref{Project: "shop", Name: "api"})
			w.Stop(app.Ref{Project: "shop", Name: "api"})
			w.same(ref, rec)
		})
	}
}

// TestRestoredConfigIsUsed: the manager began while config.yml was empty for a moment.
func TestRestoredConfigIsUsed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC say hi}\n"), Name: "web"}
	w.Project("idle", "servers:\n  web: {command: FC say hi}\n")
	rec := w.living(ref)
	content, err := os.ReadFile(w.Dirs.GlobalFile())
	if err != nil || os.Truncate(w.Dirs.GlobalFile(), 0) != nil {
		t.Fatal(err)
	}
	w.Open()
	if err := os.WriteFile(w.Dirs.GlobalFile(), content, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := w.Sup.Global().Reload(); err != nil {
		t.Fatal(err)
	}
	w.Sup.Files.Sync()
	for _, id := range []string{"shop", "idle"} {
		if v, err := w.Sup.Project(id); err != nil || v.Problem != nil {
			t.Errorf("%s: %+v, %v", id, v.Problem, err)
		}
	}
	w.same(ref, rec)
	if err := w.Sup.Forget(context.Background(), "shop", apptest.Me); err != nil || w.Sup.Global().Knows("shop") {
		t.Error("it is still registered:", err)
	}
}

func TestUnregisteredProjectCanBeForgotten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC say hi}\n"), Name: "web"}
	w.living(ref)
	if err := os.Remove(w.Dirs.GlobalFile()); err != nil {
		t.Fatal(err)
	}
	w.Open()
	if err := w.Sup.Forget(context.Background(), "shop", apptest.Me); err != nil {
		t.Fatal(err)
	}
	w.NoneLeft()
}

// TestRunThatIsToBeEndedIsNotReady: the manager was killed after it had noted the restart.
func TestRunThatIsToBeEndedIsNotReady(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC slowstop 1s}\n"), Name: "web"}
	rec := w.living(ref)
	if err := server.OpenRestarts(filepath.Join(w.Dirs.State, "restarts.json")).Put(ref,
		server.RestartEntry{Run: rec.ID, Asked: server.RestartStart, By: apptest.Me}); err != nil {
		t.Fatal(err)
	}
	w.Open()
	if st, err := w.Sup.Status(ref); err != nil || st.State == app.Ready && st.Run == rec.ID {
		t.Error("a run that is to be ended is ready")
	}
	if st := w.Until(ref, "runs", func(s app.Status) bool { return s.State == app.Ready }); st.Run == rec.ID {
		t.Error("it was not started again")
	}
}

const withHook = "servers:\n  web: {command: FC say hi, before_start: FC exit 0 1s}\n"

// TestStartLeftToTheNextManagerKeepsItsHook: the end of this manager takes back nothing that the start has requested.
func TestStartLeftToTheNextManagerKeepsItsHook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", withHook), Name: "web"}
	hook := app.Ref{Project: ref.Project, Name: "web.before_start"}
	if _, err := w.Sup.Start(context.Background(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: app.WaitNone}); err != nil {
		t.Fatal(err)
	}
	w.Until(hook, "runs", func(s app.Status) bool { return s.Run != "" })
	sup := w.Sup
	w.Close(true)
	if !sup.WantOf(hook).Up {
		t.Error("its hook is ended")
	}
	w.Open()
	w.Until(ref, "runs", func(s app.Status) bool { return s.State == app.Ready })
}

// TestEndingManagerSkipsNoHook requests a start in the moment in which the manager begins to end.
func TestEndingManagerSkipsNoHook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", withHook), Name: "web"}
	begun := w.Sup.AskAndClose(ref, apptest.Me)
	if err := w.Sup.Await(context.Background(), begun); err != nil {
		t.Fatal(err)
	}
	w.Close(true)
	w.Open()
	w.Until(ref, "runs", func(s app.Status) bool { return s.State == app.Ready })
	if run := w.Sup.LatestRun(app.Ref{Project: ref.Project, Name: "web.before_start"}); run == "" {
		t.Error("it was started without its hook")
	}
}

// TestNextManagerCompletesARequest ends the manager in the middle of each.
func TestNextManagerCompletesARequest(t *testing.T) {
	t.Parallel()
	const servers = `servers:
  web: {command: FC slowstop 1500ms, stop: {timeout: 20s}}
  slow: {command: FC say hi, ready: {log: never}}
  needy: {command: FC say hi, depends_on: {slow: started, gate: completed}}
  hooked: {command: FC say hi, before_start: FC exit 0 2s}
tasks:
  gate: {command: FC exit 0 2s}
`
	for _, c := range []struct{ server, request, during string }{
		{"web", "restart", "stopping"}, {"web", "stop", "stopping"}, {"web", "stop and start", "stopping"},
		{"hooked", "start", "waiting"}, {"needy", "start", "waiting"},
	} {
		t.Run(c.server+" "+c.request, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ref := app.Ref{Project: w.Project("shop", servers), Name: c.server}
			if c.request != "start" {
				w.MustStart(ref)
			}
			before := w.Sup.LatestRun(ref)
			o := supervisor.StartOptions{Actor: apptest.Me, Wait: app.WaitNone}
			var err error
			switch c.request {
			case "start":
				_, err = w.Sup.Start(context.Background(), ref, o)
			case "stop":
				_, err = w.Sup.Stop(context.Background(), ref, o)
			case "stop and start":
				if _, err = w.Sup.Stop(context.Background(), ref, o); err == nil {
					w.Until(ref, "is stopping", func(s app.Status) bool { return s.State == app.Stopping })
					_, err = w.Sup.Start(context.Background(), ref, o)
				}
			default:
				_, err = w.Sup.Restart(context.Background(), ref, o)
			}
			if err != nil {
				t.Fatal(err)
			}
			w.Until(ref, "is "+c.during, func(s app.Status) bool { return string(s.State) == c.during })
			w.Close(true)
			w.Open()
			if c.request == "stop" {
				w.Until(ref, "is stopped", func(s app.Status) bool { return s.State == app.Stopped })
				return
			}
			st := w.Until(ref, "runs", func(s app.Status) bool { return s.State == app.Ready })
			if st.Run == before || st.Actor == nil || st.Actor.Client != apptest.Me.Client {
				t.Errorf("%+v, the run before was %s", st, before)
			}
		})
	}
}

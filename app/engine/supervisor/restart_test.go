package supervisor_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/engine/server"
	"devservers/app/run/protocol"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

// onceMore declares a server that exits with 7 until the file "fixed" exists.
func (w *world) onceMore(policy string) app.Ref {
	w.T.Helper()
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, ready: {log: up}, restart: "+policy+"}\n"),
		Name: "a"}
	w.Script("app", "a", "[ -e fixed ] && exec FC say up\nexit 7")
	return ref
}

func (w *world) mend() {
	w.T.Helper()
	if err := os.WriteFile(w.Dirs.Home+"/app/fixed", nil, 0o600); err != nil {
		w.T.Fatal(err)
	}
}

func isIn(state app.State) func(app.Status) bool {
	return func(s app.Status) bool { return s.State == state }
}

func isRetrying(s app.Status) bool { return s.State == app.Failed && s.Retry != nil }

func TestCrashedServerIsRestarted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.onceMore("on-failure")
	_, err := w.Start(ref)
	if e := apptest.Failure(t, err, app.CodeExited); !strings.Contains(e.Hint, "restarted automatically (restart: on-failure)") {
		t.Errorf("hint %q", e.Hint)
	}
	st := w.Until(ref, "waits for its next start", isRetrying)
	if st.Retry == nil || st.Retry.Attempt != 1 || st.Retry.Of != 5 || st.Want != "up" ||
		!strings.Contains(st.Reason, "exited with code 7") {
		t.Errorf("%+v, retry %+v", st, st.Retry)
	}
	w.mend()
	st = w.Until(ref, "ready", isIn(app.Ready))
	if st.Actor.Kind != "crash" || st.Failure != nil || st.Retry != nil {
		t.Errorf("%+v", st)
	}
	if err := recordOf(t, w, ref, st.Run).Leader.Signal(syscall.SIGSEGV); err != nil {
		t.Fatal(err)
	}
	w.Until(ref, "ready again", func(s app.Status) bool { return s.State == app.Ready && s.Run != st.Run })
}

func TestStopCancelsRestart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.onceMore("always")
	_, err := w.Start(ref)
	apptest.Failure(t, err, app.CodeExited)
	w.Until(ref, "waits for its next start", isRetrying)
	r := w.Stop(ref)
	if r.State != app.Stopped || r.Retry != nil || !r.Changed || !strings.Contains(r.Message, "will not be restarted") {
		t.Errorf("%+v", r)
	}
	w.Close(true)
	w.Open()
	if st, _ := w.Sup.Status(ref); st.Retry != nil || st.Want != "down" {
		t.Errorf("the next manager has it %+v", st)
	}
}

func TestStartDoesNotWaitForBackoff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.onceMore("on-failure")
	_, err := w.Start(ref)
	apptest.Failure(t, err, app.CodeExited)
	w.Until(ref, "waits for its next start", isRetrying)
	w.mend()
	if r := w.MustStart(ref); r.State != app.Ready || r.Actor.Kind != "cli" {
		t.Errorf("%+v", r)
	}
}

func TestNextManagerContinuesRestarts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.onceMore("on-failure")
	_, err := w.Start(ref)
	apptest.Failure(t, err, app.CodeExited)
	st := w.Until(ref, "waits for its third start",
		func(s app.Status) bool { return s.Retry != nil && s.Retry.Attempt == 3 })
	w.Close(true)
	w.Open()
	now := w.Until(ref, "waits for its third start, or for one after it",
		func(s app.Status) bool { return s.Retry != nil })
	if now.State != app.Failed || now.Retry.Attempt < 3 || now.Retry.Attempt == 3 && now.Run != st.Run {
		t.Errorf("%+v", now)
	}
	sup := w.Sup
	w.Close(true)
	if err := server.OpenRestarts(filepath.Join(w.Dirs.State, "restarts.json")).Put(ref,
		server.RestartEntry{Run: sup.LatestRun(ref), Tries: server.MostRestarts}); err != nil {
		t.Fatal(err)
	}
	w.Open()
	if now, _ = w.Sup.Status(ref); now.State != app.Failed || !strings.Contains(now.Reason, "gave up") ||
		now.Want != "down" {
		t.Errorf("%+v", now)
	}
}

func TestUnseenCrashIsRestartedButStopIsNot(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.onceMore("on-failure")
	w.mend()
	r := w.MustStart(ref)
	rec := recordAt(t, w, r)
	w.endsUnseen(rec)
	st := w.Until(ref, "ready again", func(s app.Status) bool { return s.State == app.Ready && s.Run != r.Run })
	w.Close(false)
	w.Open()
	if now, _ := w.Sup.Status(ref); now.State != app.Stopped || now.Run != st.Run || now.Want != "down" {
		t.Errorf("%+v", now)
	}
}

// endsUnseen makes a run end while there is no manager.
func (w *world) endsUnseen(rec protocol.Record) {
	w.T.Helper()
	w.Close(true)
	if err := rec.Leader.Signal(syscall.SIGKILL); err != nil {
		w.T.Fatal(err)
	}
	fc.Until(w.T, "its end is noted", func() bool {
		now, err := protocol.Load(filepath.Join(w.Dirs.RunsDir(), rec.Project, rec.Server, rec.ID))
		return err == nil && now.Gone != nil
	})
	w.Open()
}

func TestChangedRestartTakesEffectOnRunningServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const plain = "servers:\n  a: {command: FC say up, ready: {log: up}}\n"
	ref := app.Ref{Project: w.Project("app", plain), Name: "a"}
	first := w.MustStart(ref)
	w.Write("app", strings.Replace(plain, "up}}", "up}, restart: always}", 1))
	w.changed(ref, "restart")
	w.Trust("app")
	if err := syscall.Kill(first.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	w.Until(ref, "started again", func(s app.Status) bool { return s.Run != first.Run && s.State == app.Ready })
}

// TestStartWhoseRunNeverBeganIsCompleted: the manager was killed after it had made the folder of the run.
func TestStartWhoseRunNeverBeganIsCompleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC say hi, ready: {log: hi}}\n"), Name: "web"}
	before := w.MustStart(ref)
	w.Stop(ref)
	rec := recordOf(t, w, ref, before.Run)
	dir := w.Sup.Kept.Dir(ref)
	w.Close(true)
	if err := server.OpenRestarts(filepath.Join(w.Dirs.State, "restarts.json")).Put(ref,
		server.RestartEntry{Run: rec.ID, Asked: server.RestartStart, By: apptest.Me}); err != nil {
		t.Fatal(err)
	}
	rec.ID, rec.Holder, rec.Leader, rec.Stop, rec.End, rec.Gone = "2"+rec.ID[1:], process.Identity{}, process.Identity{},
		nil, nil, nil
	data, err := json.Marshal(rec)
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, rec.ID), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, rec.ID, "run.json"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.Open()
	w.Until(ref, "runs", func(s app.Status) bool { return s.State == app.Ready && s.Run != before.Run })
}

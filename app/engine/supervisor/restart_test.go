package supervisor

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/config"
	"devservers/app/engine/server"
	"devservers/app/run/protocol"
)

// crashed returns the record of a run that ended with 1 after it was ready for this long.
func crashed(ready time.Duration) protocol.Record {
	now := time.Now()
	began := now.Add(-ready)
	return protocol.Record{Started: began, Ready: &began, End: &protocol.End{Code: 1, At: now}}
}

func TestRestartsStopAfterLimitAndSteadyRunResets(t *testing.T) {
	t.Parallel()
	m := &managed{Server: server.Server{Spec: config.Server{Restart: config.RestartOnFailure}}}
	row := func() {
		for attempt := 1; attempt <= server.MostRestarts; attempt++ {
			state, _, retry := m.retry(crashed(time.Second))
			if state != app.Failed || retry == nil || retry.Attempt != attempt || retry.Of != server.MostRestarts {
				t.Fatalf("end %d: %s, %+v", attempt, state, retry)
			}
		}
		if state, reason, retry := m.retry(crashed(time.Second)); state != app.Failed || retry != nil ||
			!strings.HasSuffix(reason.String(), "gave up after 5 restarts in a row") {
			t.Errorf("then: %s, %q, %+v", state, reason, retry)
		}
	}
	row()
	if _, _, retry := m.retry(crashed(30 * time.Second)); retry == nil || retry.Attempt != 1 {
		t.Errorf("after a steady run: %+v", retry)
	}
	m.row.Tries = 0
	row()
}

func TestBackoffEndsAtItsTimeOrOnRequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &Supervisor{ctx: context.Background()}
		m := &managed{s: s, Server: server.Server{Want: server.Want{Gen: 3, Up: true, Actor: me}}}
		began := time.Now()
		m.Status.Retry = &app.Retry{At: began.Add(4 * time.Second)}
		if w, ok := m.nextWant(3); !ok || w.Gen != 3 || w.Actor != server.ByItself || time.Since(began) != 4*time.Second {
			t.Errorf("%+v after %s", w, time.Since(began))
		}
		began = time.Now()
		m.Status.Retry = &app.Retry{At: began.Add(time.Hour)}
		go func() {
			time.Sleep(time.Second)
			s.mu.Lock()
			defer s.mu.Unlock()
			m.Ask(false, me, "asked")
		}()
		if w, ok := m.nextWant(3); !ok || w.Gen != 4 || w.Up || time.Since(began) != time.Second {
			t.Errorf("%+v after %s", w, time.Since(began))
		}
	})
}

// onceMore declares a server that exits with 7 until the file "fixed" exists.
func (w *world) onceMore(policy string) app.Ref {
	w.t.Helper()
	ref := app.Ref{Project: w.project("app", "servers:\n  a: {command: ./a, ready: {log: up}, restart: "+policy+"}\n"),
		Name: "a"}
	w.script("app", "a", "[ -e fixed ] && exec FC say up\nexit 7")
	return ref
}

func (w *world) mend() {
	w.t.Helper()
	if err := os.WriteFile(w.dirs.Home+"/app/fixed", nil, 0o600); err != nil {
		w.t.Fatal(err)
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
	_, err := w.start(ref)
	if e := failure(t, err, app.CodeExited); !strings.Contains(e.Hint, "restarted automatically (restart: on-failure)") {
		t.Errorf("hint %q", e.Hint)
	}
	st := w.until(ref, "waits for its next start", isRetrying)
	if st.Retry == nil || st.Retry.Attempt != 1 || st.Retry.Of != 5 || st.Want != "up" ||
		!strings.Contains(st.Reason, "exited with code 7") {
		t.Errorf("%+v, retry %+v", st, st.Retry)
	}
	w.mend()
	st = w.until(ref, "ready", isIn(app.Ready))
	if st.Actor.Kind != "crash" || st.Failure != nil || st.Retry != nil {
		t.Errorf("%+v", st)
	}
	if err := recordOf(t, w, ref, st.Run).Leader.Signal(syscall.SIGSEGV); err != nil {
		t.Fatal(err)
	}
	w.until(ref, "ready again", func(s app.Status) bool { return s.State == app.Ready && s.Run != st.Run })
}

func TestStopCancelsRestart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.onceMore("always")
	_, err := w.start(ref)
	failure(t, err, app.CodeExited)
	w.until(ref, "waits for its next start", isRetrying)
	r := w.stop(ref)
	if r.State != app.Stopped || r.Retry != nil || !r.Changed || !strings.Contains(r.Message, "will not be restarted") {
		t.Errorf("%+v", r)
	}
	w.close(true)
	w.open()
	if st, _ := w.sup.Status(ref); st.Retry != nil || st.Want != "down" {
		t.Errorf("the next manager has it %+v", st)
	}
}

func TestStartDoesNotWaitForBackoff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.onceMore("on-failure")
	_, err := w.start(ref)
	failure(t, err, app.CodeExited)
	w.until(ref, "waits for its next start", isRetrying)
	w.mend()
	if r := w.mustStart(ref); r.State != app.Ready || r.Actor.Kind != "cli" {
		t.Errorf("%+v", r)
	}
}

func TestNextManagerContinuesRestarts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.onceMore("on-failure")
	_, err := w.start(ref)
	failure(t, err, app.CodeExited)
	st := w.until(ref, "waits for its third start",
		func(s app.Status) bool { return s.Retry != nil && s.Retry.Attempt == 3 })
	w.close(true)
	w.open()
	now := w.until(ref, "waits for its third start, or for one after it",
		func(s app.Status) bool { return s.Retry != nil })
	if now.State != app.Failed || now.Retry.Attempt < 3 || now.Retry.Attempt == 3 && now.Run != st.Run {
		t.Errorf("%+v", now)
	}
	sup := w.sup
	w.close(true)
	if err := server.OpenRestarts(filepath.Join(w.dirs.State, "restarts.json")).Put(ref,
		server.RestartEntry{Run: sup.LatestRun(ref), Tries: server.MostRestarts}); err != nil {
		t.Fatal(err)
	}
	w.open()
	if now, _ = w.sup.Status(ref); now.State != app.Failed || !strings.Contains(now.Reason, "gave up") ||
		now.Want != "down" {
		t.Errorf("%+v", now)
	}
}

func TestUnseenCrashIsRestartedButStopIsNot(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.onceMore("on-failure")
	w.mend()
	r := w.mustStart(ref)
	rec := recordAt(t, w, r)
	w.endsUnseen(rec)
	st := w.until(ref, "ready again", func(s app.Status) bool { return s.State == app.Ready && s.Run != r.Run })
	w.close(false)
	w.open()
	if now, _ := w.sup.Status(ref); now.State != app.Stopped || now.Run != st.Run || now.Want != "down" {
		t.Errorf("%+v", now)
	}
}

// endsUnseen makes a run end while there is no manager.
func (w *world) endsUnseen(rec protocol.Record) {
	w.t.Helper()
	w.close(true)
	if err := rec.Leader.Signal(syscall.SIGKILL); err != nil {
		w.t.Fatal(err)
	}
	eventually(w.t, "its end is noted", func() bool {
		now, err := protocol.Load(filepath.Join(w.dirs.RunsDir(), rec.Project, rec.Server, rec.ID))
		return err == nil && now.Gone != nil
	})
	w.open()
}

func TestChangedRestartTakesEffectOnRunningServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const plain = "servers:\n  a: {command: FC say up, ready: {log: up}}\n"
	ref := app.Ref{Project: w.project("app", plain), Name: "a"}
	first := w.mustStart(ref)
	w.write("app", strings.Replace(plain, "up}}", "up}, restart: always}", 1))
	w.changed(ref, "restart")
	w.trust("app")
	if err := syscall.Kill(first.PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	w.until(ref, "started again", func(s app.Status) bool { return s.Run != first.Run && s.State == app.Ready })
}

// TestStartWhoseRunNeverBeganIsCompleted: the manager was killed after it had made the folder of the run.
func TestStartWhoseRunNeverBeganIsCompleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.project("shop", "servers:\n  web: {command: FC say hi, ready: {log: hi}}\n"), Name: "web"}
	before := w.mustStart(ref)
	w.stop(ref)
	rec := recordOf(t, w, ref, before.Run)
	dir := w.sup.Kept.Dir(ref)
	w.close(true)
	if err := server.OpenRestarts(filepath.Join(w.dirs.State, "restarts.json")).Put(ref,
		server.RestartEntry{Run: rec.ID, Asked: server.RestartStart, By: me}); err != nil {
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
	w.open()
	w.until(ref, "runs", func(s app.Status) bool { return s.State == app.Ready && s.Run != before.Run })
}

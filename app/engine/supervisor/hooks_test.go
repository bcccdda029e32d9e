package supervisor_test

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
)

// hooked declares a server whose hooks write to the file "order" that they ran, and with which PORT.
func (w *world) hooked() app.Ref {
	w.T.Helper()
	id := w.Project("app", `servers:
  web:
    command: ./server
    ready: {log: up}
    port: auto
    env: {WHO: web}
    depends_on: [db]
    before_start: [./hook before1 $PORT, ./hook before2 $WHO]
    after_stop: ./hook after
  db: {command: FC say up, ready: {log: up}}
`)
	w.Script("app", "server", "echo server $PORT >> order\nexec FC say up")
	w.Script("app", "hook", "echo $* >> order\necho this is $1\n[ ! -e $1.fails ]")
	return app.Ref{Project: id, Name: "web"}
}

func TestHooksRunBeforeStartAndAfterStop(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.hooked()
	port := strconv.Itoa(w.MustStart(ref).Port)
	w.Stop(ref)
	if got, want := strings.Join(w.order(), " "), "before1 "+port+" before2 web server "+port+" after"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	hook := app.Ref{Project: ref.Project, Name: "web.before_start-1"}
	if got := w.lines(hook); !slices.Contains(got, "this is before1") {
		t.Errorf("its run has %q", got)
	}
	if st, err := w.Sup.Status(hook); err != nil || st.Run == "" || st.Actor.Kind != "cli" {
		t.Errorf("%+v, %v", st, err)
	}
}

func TestFailedHookFailsStartAndSkipsNext(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.hooked()
	w.put("before1.fails", "")
	_, err := w.Start(ref)
	e := apptest.Failure(t, err, app.CodeDependency)
	if !strings.HasPrefix(e.Detail, "web.before_start-1, which web needs, did not complete: exited with code 1") ||
		!slices.Contains(e.Output, "this is before1") {
		t.Errorf("%+v", e)
	}
	if got := w.order(); slices.Contains(got, "before2") || slices.Contains(got, "server") ||
		slices.Contains(got, "after") {
		t.Errorf("ran %v", got)
	}
}

func TestNextManagerRunsHooksOfUnseenEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.hooked()
	rec := recordAt(t, w, w.MustStart(ref))
	w.endsUnseen(rec)
	hook := app.Ref{Project: ref.Project, Name: "web.after_stop"}
	w.Until(hook, "ran", func(s app.Status) bool { return s.Exit != nil })
	w.Close(true)
	w.Open()
	w.Until(ref, "is over", func(s app.Status) bool { return s.Exit != nil })
	w.MustStart(ref)
	w.Stop(ref)
	if n := strings.Count(strings.Join(w.order(), " "), "after"); n != 2 {
		t.Errorf("ran %d times after 2 runs: %v", n, w.order())
	}
}

func TestStopReportsFailedHook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := w.hooked()
	w.put("after.fails", "")
	w.MustStart(ref)
	if r := w.Stop(ref); r.State != app.Stopped ||
		!strings.Contains(r.Message, "; web.after_stop failed: exited with code 1") {
		t.Errorf("%+v", r)
	}
}

func TestStopDuringHookEndsHook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("app", "servers:\n  a: {command: FC say up, before_start: FC say busy}\n")
	hook := app.Ref{Project: id, Name: "a.before_start"}
	started := make(chan error, 1)
	go func() { _, err := w.Start(app.Ref{Project: id, Name: "a"}); started <- err }()
	w.Until(app.Ref{Project: id, Name: "a"}, "waits for its hook", waitsForText("needs a.before_start to complete"))
	w.Until(hook, "runs", func(s app.Status) bool { return s.PID != 0 })
	w.Stop(app.Ref{Project: id, Name: "a"})
	apptest.Failure(t, <-started, app.CodeConflict)
	w.Until(hook, "ended", func(s app.Status) bool { return !s.State.Up() })
	w.NoneLeft()
}

func TestCloseWaitsForHooks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("app", "servers:\n  a: {command: FC say up, ready: {log: up}, after_stop: ./after}\n")
	w.Script("app", "after", "sleep 0.3; echo done > after.done")
	w.MustStart(app.Ref{Project: id, Name: "a"})
	w.Close(false)
	if found, _ := filepath.Glob(filepath.Join(w.Dirs.Home, "app", "after.done")); len(found) != 1 {
		t.Error("the hook was not run to its end")
	}
}

package edits

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
)

// touchUntil changes a file until a server is as wanted: directories are not watched at once.
func (w *world) touchUntil(ref app.Ref, file string, is func(app.Status) bool) app.Status {
	w.T.Helper()
	var st app.Status
	for limit := time.Now().Add(apptest.Patience); time.Now().Before(limit); {
		w.Files("app", map[string]string{file: time.Now().String()})
		ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
		defer cancel()
		for range w.Sup.Changes(ctx) {
			if st, _ = w.Sup.Status(ref); is(st) {
				return st
			}
		}
	}
	w.T.Fatalf("timed out: %+v", st)
	return st
}

func TestChangeOfAWatchedFileRestartsTheServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say up, ready: {log: up}, watch: ['*.py']}\n"+
		"  b: {command: FC say up, ready: {log: up}, watch: ['*.js']}\n"), Name: "a"}
	other := w.MustStart(app.Ref{Project: ref.Project, Name: "b"})
	r := w.MustStart(ref)
	st := w.touchUntil(ref, "app.py", func(s app.Status) bool { return s.Run != r.Run && s.State == app.Ready })
	if st.Actor.Kind != "watch" || st.Actor.Client != "app.py" {
		t.Errorf("started by %+v", st.Actor)
	}
	if now, _ := w.Sup.Status(app.Ref{Project: ref.Project, Name: "b"}); now.Run != other.Run {
		t.Errorf("b was restarted: %+v", now)
	}
	w.Stop(ref)
	w.Files("app", map[string]string{"app.py": "again"})
	w.touchUntil(app.Ref{Project: ref.Project, Name: "b"}, "b.js", func(s app.Status) bool { return s.Run != other.Run })
	if now, _ := w.Sup.Status(ref); now.State != app.Stopped {
		t.Errorf("a change started a server that was stopped: %+v", now)
	}
}

func TestEditStartsACrashedServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, ready: {log: up}, watch: fixed}\n"), Name: "a"}
	w.Script("app", "a", "[ -e fixed ] && exec FC say up\nexit 7")
	_, err := w.Start(ref)
	apptest.Failure(t, err, app.CodeExited)
	w.Until(ref, "waits for an edit", func(s app.Status) bool {
		return s.State == app.Failed && strings.Contains(s.Reason, "when a watched file changes")
	})
	w.touchUntil(ref, "fixed", func(s app.Status) bool { return s.State == app.Ready })
}

func TestRestartLoopIsDetected(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, ready: {log: up}, watch: '*.txt'}\n"),
		Name: "a"}
	w.Script("app", "a", "echo $$ > own.txt\nexec FC say up")
	w.MustStart(ref)
	w.touchUntil(ref, "mine.txt", func(s app.Status) bool { return s.Actor.Kind == "watch" })
	st := w.Until(ref, "is left alone", func(s app.Status) bool { return s.WatchOff != "" && s.State == app.Ready })
	if !strings.Contains(st.WatchOff, `own.txt changed right after each of 8 starts`) ||
		!strings.Contains(st.WatchOff, `"!own.txt"`) {
		t.Errorf("%q", st.WatchOff)
	}
	ctx := t.Context()
	if r, err := w.Sup.Restart(ctx, ref, supervisor.StartOptions{Actor: apptest.Me}); err != nil || r.WatchOff != "" &&
		r.Actor.Kind == "cli" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestEditKeepsAServerThatCouldNotStart: a restart for an edit looks at all that a start needs before it stops
// anything.
func TestEditKeepsAServerThatCouldNotStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: ./a, ready: {log: up}, watch: '*.py'}\n"),
		Name: "a"}
	w.Script("app", "a", "exec FC say up")
	r := w.MustStart(ref)
	program := filepath.Join(w.Dirs.Home, "app", "a")
	if err := os.Rename(program, program+".old"); err != nil {
		t.Fatal(err)
	}
	st := w.touchUntil(ref, "app.py", func(s app.Status) bool { return s.WatchOff != "" || s.Run != r.Run })
	if st.Run != r.Run || st.State != app.Ready ||
		!strings.Contains(st.WatchOff, "not restarted after the edit of app.py") {
		t.Errorf("%+v", st)
	}
	if err := os.Rename(program+".old", program); err != nil {
		t.Fatal(err)
	}
	w.touchUntil(ref, "app.py", func(s app.Status) bool {
		return s.WatchOff == "" && s.Run != r.Run &&
			s.State == app.Ready
	})
}
